// Saves reading preferences.
import { UnauthorizedError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { SESSION_MISSING, type Viewer } from '../account';
import { updateReadingPreferences } from '../people/users-repo.server';
import { ReadingChoice } from './account-input';
import type { ReadingPreferences } from './reading-preferences';

/**
 * Saves the preferences in `input`. Missing ones stay the same.
 * @returns all preferences after the change
 * @throws InvalidError; UnauthorizedError if the account no longer exists
 */
export async function saveReadingPreferences(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Pick<Viewer, 'userId'>,
  input: unknown,
): Promise<ReadingPreferences> {
  const choice = parseInput(ReadingChoice, input);
  const [saved] = await db.writeOne(updateReadingPreferences(db.build, userId, choice));
  if (!saved) throw new UnauthorizedError(SESSION_MISSING);
  return saved;
}
