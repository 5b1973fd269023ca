// People who keep working during faults: every acknowledged write must exist afterwards.
import { NEW_ARTICLE, postForm } from '../support/browser/editor';
import type { Machine } from '../support/site/machine';

export interface Work {
  /** Titles of articles whose save was acknowledged. */
  saved: string[];
  /** Email addresses whose subscription was acknowledged. */
  subscribed: string[];
  /** Number of pages that readers got, and the statuses of failed requests. */
  read: number;
  rejected: Map<string, number>;
  /** Stops the work once every request has been answered. */
  stop(): Promise<void>;
}

const PAGES = ['/', '/category/all', '/search?q=intake', '/category/tools'];

/** Continues through a test file, so that titles are unique. */
let number = 0;

/** Two editors who save new articles, one reader who subscribes, and two who read. */
export async function startWork(machine: Machine): Promise<Work> {
  const admin = await machine.signIn();
  let isRunning = true;
  const work: Work = {
    saved: [],
    subscribed: [],
    read: 0,
    rejected: new Map(),
    async stop() {
      isRunning = false;
      await Promise.all(people);
    },
  };
  const countRejected = (what: string) => work.rejected.set(what, (work.rejected.get(what) ?? 0) + 1);
  const round = async (act: (turn: number) => Promise<void>) => {
    while (isRunning) {
      number += 1;
      await act(number).catch(() => countRejected('no answer'));
      // Without power, requests fail immediately.
      await new Promise((done) => setTimeout(done, 5));
    }
  };
  const write = async (turn: number) => {
    const title = `Fault test ${turn}`;
    const answer = await postForm(admin, '/admin/articles/new', { ...NEW_ARTICLE, title });
    await answer.arrayBuffer();
    if (answer.status === 303 && answer.headers.get('location')?.includes('/edit')) work.saved.push(title);
    else countRejected(`save ${answer.status}`);
  };
  const subscribe = async (turn: number) => {
    const email = `reader-${turn}@faults.example`;
    const answer = await machine.site.get('/subscribe', {
      method: 'POST',
      body: new URLSearchParams({ email, source: 'footer' }),
      headers: { origin: machine.url, 'cf-connecting-ip': `10.9.${turn % 250}.${(turn >> 3) % 250}` },
    });
    await answer.arrayBuffer();
    if (answer.status === 303 || answer.status === 302) work.subscribed.push(email);
    else countRejected(`subscribe ${answer.status}`);
  };
  const read = async (turn: number) => {
    const answer = await machine.site.get(PAGES[turn % PAGES.length] ?? '/');
    await answer.arrayBuffer();
    if (answer.status === 200) work.read += 1;
    else countRejected(`read ${answer.status}`);
  };
  const people = [write, write, subscribe, read, read].map(round);
  return work;
}

/** Acknowledged writes that are missing or duplicated. */
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
  // An article without a first revision is a partial save.
  const { rows: partial } = await machine.db.query(
    `select title from articles where title like 'Fault test %'
     and not exists (select from article_revisions where article_id = articles.id)`,
  );
  return [
    ...titles.map(({ title, times }) => `${title}: ${times}`),
    ...emails.map(({ email, times }) => `${email}: ${times}`),
    ...partial.map(({ title }) => `partial: ${title}`),
  ];
}
