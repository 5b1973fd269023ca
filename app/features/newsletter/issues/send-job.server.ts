// Sending an issue, as a job: items that look up the next readers, and one for each hundred of them. A letter's row stands
// before the letter leaves, letters are handed over in calls that the provider takes once, and their end is one transaction
// with the item's (docs/decisions/0017-newsletter.md).
import { z } from 'zod';
import type { ClaimedItem, ItemOutcome, JobKind, NewItem } from '~/features/jobs/job-kind';
import { formatDate } from '~/lib/dates';
import { ConflictError } from '~/lib/errors';
import type { AppContext, BulkMessage, Statement } from '~/platform/context';
import { createLinkSigner } from '../link-tokens.server';
import { IssueContent, NEWSLETTER_TAG } from './issue';
import { selectIssue } from './issues-repo.server';
import { type Letter, writeLetter } from './letter';
import {
  endIssue,
  endLetters,
  failLetters,
  insertLetters,
  type LetterRow,
  putOffRound,
  reviveRefused,
  type Share,
  selectLetters,
  selectReaders,
  skipThoseWhoLeft,
} from './send-repo.server';

/** The most that a provider takes at once. */
const LETTERS_PER_ITEM = 100;
const READERS_PER_ITEM = 2_000;
/** Before the clock takes up again what failed; doubled with each round, an hour at most. */
const FIRST_ROUND_SECONDS = 60;

const Input = z.object({ issueId: z.uuid(), monthly: z.boolean() });
type Input = z.infer<typeof Input>;
const Readers = z.object({ after: z.uuid().nullable() });
const Range = z.object({ from: z.uuid(), to: z.uuid(), readers: z.int() });

const GONE = 'There is no such issue any more.';

export const newsletterJob: JobKind<Input> = {
  kind: 'newsletter',
  capability: 'newsletter',
  input: Input,
  async run(ctx, item, input) {
    const readers = Readers.safeParse(item.input);
    if (readers.success) return lookUp(ctx, readers.data.after, input);
    return sendShare(ctx, item, { ...Range.parse(item.input), issueId: input.issueId }, input.monthly);
  },
  async finish(ctx, _job, { issueId }, counts) {
    const { db } = ctx;
    if (counts.failed > 0) await db.write(putOffRound(db.build, issueId, FIRST_ROUND_SECONDS));
    else {
      await db.write(...endIssue(db.build, issueId));
      await ctx.pages.purge([NEWSLETTER_TAG]);
    }
    return undefined;
  },
  show({ input }) {
    const range = Range.safeParse(input).data;
    return { label: range ? `Letters to ${range.readers} readers` : 'Looking up readers' };
  },
  screen: () => ({ label: 'Newsletter', to: '/admin/newsletter' }),
};

async function lookUp(ctx: AppContext, after: string | null, { monthly }: Input): Promise<ItemOutcome> {
  const { db } = ctx;
  const { rows } = await db.read(selectReaders(db.build, after, monthly, READERS_PER_ITEM));
  const more: NewItem[] = [];
  for (let first = 0; first < rows.length; first += LETTERS_PER_ITEM) {
    const share = rows.slice(first, first + LETTERS_PER_ITEM);
    const [from, to] = [share[0]?.id ?? '', share.at(-1)?.id ?? ''];
    more.push({ key: `letters-${from}`, input: { from, to, readers: share.length } });
  }
  const last = rows.at(-1)?.id;
  if (last && rows.length === READERS_PER_ITEM) more.push({ key: `readers-${last}`, input: { after: last } });
  return { status: 'done', more };
}

async function sendShare(
  ctx: AppContext,
  { key }: ClaimedItem,
  share: Share,
  monthly: boolean,
): Promise<ItemOutcome> {
  const { db, faults } = ctx;
  const letter = await letterOf(ctx, share.issueId);
  const call = crypto.randomUUID();
  // Who left a moment ago gets nothing: this is the last look before the letters leave.
  const [, , , { rows }] = await db.write(
    skipThoseWhoLeft(db.build, share),
    reviveRefused(db.build, share, call),
    insertLetters(db.build, share, call, monthly),
    selectLetters(db.build, share),
  );
  await faults.reach('before-mail', key);
  const statements: Statement<unknown>[] = [];
  let refused = 0;
  for (const [id, letters] of byCall(rows)) {
    const messages = await address(ctx, letter, letters, share.issueId);
    const answers = await hand(ctx, { id, isRepeat: id !== call, messages }, letters);
    const taken = letters.filter((_, index) => answers[index] === null);
    statements.push(
      endLetters(
        db.build,
        taken.map((one) => one.id),
      ),
    );
    for (const [index, reason] of answers.entries()) {
      const one = letters[index];
      if (reason === null || !one) continue;
      refused += 1;
      statements.push(failLetters(db.build, [one.id], reason));
    }
  }
  await faults.reach('after-mail', key);
  return {
    status: 'done',
    statements,
    ...(refused > 0 && { reason: `${refused} addresses were refused` }),
  };
}

/** A call that was refused for certain is noted before the item fails, so that a later one may be made anew. */
async function hand(
  ctx: AppContext,
  call: Parameters<AppContext['mail']['sendMany']>[0],
  letters: readonly LetterRow[],
) {
  try {
    return await ctx.mail.sendMany(call);
  } catch (error) {
    if (error instanceof ConflictError) {
      const ids = letters.map(({ id }) => id);
      await ctx.db.write(failLetters(ctx.db.build, ids, error.message));
    }
    throw error;
  }
}

function byCall(rows: readonly LetterRow[]): Map<string, LetterRow[]> {
  const calls = new Map<string, LetterRow[]>();
  for (const row of rows) calls.set(row.call, [...(calls.get(row.call) ?? []), row]);
  return calls;
}

/** @throws ConflictError when there is no such issue any more */
async function letterOf(ctx: AppContext, issueId: string): Promise<Letter> {
  const { db, config } = ctx;
  const [issue] = await db.read(selectIssue(db.build, issueId));
  const content = IssueContent.safeParse(issue?.content);
  if (!issue || !content.success) throw new ConflictError(GONE);
  const date = formatDate(new Date(`${issue.day}T12:00Z`), 'UTC');
  return writeLetter(content.data, { siteUrl: config.siteUrl, day: issue.day, date });
}

async function address(
  ctx: AppContext,
  letter: Letter,
  letters: readonly LetterRow[],
  issueId: string,
): Promise<BulkMessage[]> {
  const signer = await createLinkSigner(ctx);
  return Promise.all(
    letters.map(async ({ email, leadId }) => letter.to(email, await signer.reader({ leadId, issueId }))),
  );
}
