// The readership that came from the links of a sent issue, by link and in total.
import { sumFigures } from '~/lib/figures';
import { type IssueContent, linksOf } from './issue';

/** The views that a link of an issue opened. Pages that readers opened next are not included. */
export interface LinkReadership {
  /** The position of the link from 0; null if the source does not contain it. */
  link: number | null;
  views: number;
  engagedSeconds: number;
  signUps: number;
}

export interface IssueLinkFigures {
  label: string;
  /** Null where clicks are not counted. */
  clicks: number | null;
  /** Null for links to other sites. */
  read: Pick<LinkReadership, 'views' | 'engagedSeconds' | 'signUps'> | null;
}

const OTHER = 'Other links with this issue’s date';

/**
 * The figures of all links of an issue, of views without a known link, and the total.
 * @param clicks per link, in order; null where they are not counted
 */
export function toIssueLinks(
  content: IssueContent,
  clicks: readonly { clicks: number }[] | null,
  readership: readonly LinkReadership[],
): { links: IssueLinkFigures[]; total: IssueLinkFigures } {
  const all = linksOf(content);
  const isOwn = (place: number | null) => place !== null && all[place]?.link.startsWith('/') === true;
  const links = all.map(
    ({ label }, place): IssueLinkFigures => ({
      label,
      clicks: clicks && (clicks[place]?.clicks ?? 0),
      read: isOwn(place) ? addUpReads(readership.filter(({ link }) => link === place)) : null,
    }),
  );
  const others = readership.filter(({ link }) => !isOwn(link));
  if (others.length > 0) links.push({ label: OTHER, clicks: null, read: addUpReads(others) });
  return {
    links,
    total: {
      label: 'Total',
      clicks: clicks?.reduce((sum, { clicks: some }) => sum + some, 0) ?? null,
      read: addUpReads(readership),
    },
  };
}

const addUpReads = (rows: readonly LinkReadership[]) =>
  sumFigures(rows, ['views', 'engagedSeconds', 'signUps']);
