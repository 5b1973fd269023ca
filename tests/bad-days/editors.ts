// People who go on working while everything breaks: what they were told is saved must be there.
import { NEW_ARTICLE, postForm } from '../support/editor';
import type { Machine } from '../support/machine';

export interface Work {
  /** Titles of articles whose save was answered with success. */
  saved: string[];
  /** Addresses that were told that they are subscribed. */
  subscribed: string[];
  /** How many readers got a page, and statuses of those who did not. */
  read: number;
  turnedAway: Map<string, number>;
  /** Ends the work once each has its last answer. */
  stop(): Promise<void>;
}

const PAGES = ['/', '/category/all', '/search?q=intake', '/category/tools'];

/** Goes on through a file of tests, so that no title comes twice. */
let number = 0;

/** Two editors who save one new article after the other, readers who subscribe, and readers who read. */
export async function startWork(machine: Machine): Promise<Work> {
  const admin = await machine.signIn();
  let goesOn = true;
  const work: Work = {
    saved: [],
    subscribed: [],
    read: 0,
    turnedAway: new Map(),
    async stop() {
      goesOn = false;
      await Promise.all(people);
    },
  };
  const note = (what: string) => work.turnedAway.set(what, (work.turnedAway.get(what) ?? 0) + 1);
  const round = async (act: (turn: number) => Promise<void>) => {
    while (goesOn) {
      number += 1;
      await act(number).catch(() => note('no answer'));
      // A machine without power answers at once, with nothing.
      await new Promise((done) => setTimeout(done, 5));
    }
  };
  const write = async (turn: number) => {
    const title = `Bad day ${turn}`;
    const answer = await postForm(admin, '/admin/articles/new', { ...NEW_ARTICLE, title });
    await answer.arrayBuffer();
    if (answer.status === 303 && answer.headers.get('location')?.includes('/edit')) work.saved.push(title);
    else note(`save ${answer.status}`);
  };
  const subscribe = async (turn: number) => {
    const email = `reader-${turn}@bad-day.example`;
    const answer = await machine.site.get('/subscribe', {
      method: 'POST',
      body: new URLSearchParams({ email, source: 'footer' }),
      headers: { origin: machine.url, 'cf-connecting-ip': `10.9.${turn % 250}.${(turn >> 3) % 250}` },
    });
    await answer.arrayBuffer();
    if (answer.status === 303 || answer.status === 302) work.subscribed.push(email);
    else note(`subscribe ${answer.status}`);
  };
  const read = async (turn: number) => {
    const answer = await machine.site.get(PAGES[turn % PAGES.length] ?? '/');
    await answer.arrayBuffer();
    if (answer.status === 200) work.read += 1;
    else note(`read ${answer.status}`);
  };
  const people = [write, write, subscribe, read, read].map(round);
  return work;
}

/** What was promised and is not there, or is there twice. */
export async function listBroken(machine: Machine, { saved, subscribed }: Work): Promise<string[]> {
  const { rows: titles } = await machine.db.query(
    `select promised.title, count(articles.id)::int as times from unnest($1::text[]) as promised (title)
     left join articles on articles.title = promised.title group by 1 having count(articles.id) <> 1`,
    [saved],
  );
  const { rows: emails } = await machine.db.query(
    `select promised.email, count(leads.id)::int as times from unnest($1::text[]) as promised (email)
     left join leads on leads.email = promised.email group by 1 having count(leads.id) <> 1`,
    [subscribed],
  );
  // An article without its first revision would be a half of a save.
  const { rows: halves } = await machine.db.query(
    `select title from articles where title like 'Bad day %'
     and not exists (select from article_revisions where article_id = articles.id)`,
  );
  return [
    ...titles.map(({ title, times }) => `${title}: ${times}`),
    ...emails.map(({ email, times }) => `${email}: ${times}`),
    ...halves.map(({ title }) => `half: ${title}`),
  ];
}
