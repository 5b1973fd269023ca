// Related articles as editors see them.
import type { ArticleStatus } from '../article';

export const MAX_PINNED = 10;

/** An article that is pinned, excluded, computed or found. */
export interface RelatedCandidate {
  id: string;
  title: string;
  slug: string;
  author: string;
  status: ArticleStatus;
  isPublic: boolean;
  /** The viewer may open it in the editor. Authors may edit only their own articles. */
  mayEdit: boolean;
  /** From 0 to 1; null if it is not among the ten closest. */
  score: number | null;
  choice: 'pinned' | 'excluded' | null;
}

export interface RelatedView {
  id: string;
  title: string;
  /** In their order. */
  pinned: RelatedCandidate[];
  /** Closest first, without pinned and excluded articles. */
  computed: RelatedCandidate[];
  excluded: RelatedCandidate[];
  /** The articles that match `search`, best first. */
  found: RelatedCandidate[];
  search: string;
  /** The articles that readers see, in order. */
  shownIds: string[];
  /** Not computed since the last change. */
  isOutdated: boolean;
}

/** `up` moves a pinned article before the previous one; `reset` neither pins nor excludes it. */
export type RelatedChange = 'pin' | 'exclude' | 'reset' | 'up';
