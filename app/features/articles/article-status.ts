// The states an article can be in.

export const ARTICLE_STATUSES = ['published', 'draft', 'archived'] as const;
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number];
