// Saving how somebody likes to read.
import { UnauthorizedError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { SESSION_MISSING, type Viewer } from './account';
import { ReadingChoice } from './account-input';
import type { ReadingPreferences } from './reading-preferences';
import { updateReading } from './users-repo.server';

/**
 * `input` may say a part alone; the rest stays.
 * @returns what holds now
 * @throws InvalidError; UnauthorizedError when the account is gone
 */
export async function saveReading(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Pick<Viewer, 'userId'>,
  input: unknown,
): Promise<ReadingPreferences> {
  const choice = parseInput(ReadingChoice, input);
  const [[saved]] = await db.write(updateReading(db.build, userId, choice));
  if (!saved) throw new UnauthorizedError(SESSION_MISSING);
  return saved;
}
