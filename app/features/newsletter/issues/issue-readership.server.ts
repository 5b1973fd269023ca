// Reads the readership that came from the links of an issue.
import type { AppContext } from '~/platform/context';
import type { LinkReadership } from './issue-readership';
import { selectIssueReadership } from './issue-readership-repo.server';

export async function listIssueReadership(
  { db }: Pick<AppContext, 'db'>,
  issueId: string,
): Promise<LinkReadership[]> {
  const { rows } = await db.read(selectIssueReadership(db.build, issueId));
  return rows.map(({ link, views, engagedSeconds, signUps }) => ({ link, views, engagedSeconds, signUps }));
}
