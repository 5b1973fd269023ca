// Tags as the newsroom shows them.

export interface TagCard {
  id: string;
  name: string;
  slug: string;
  /** Articles that carry it, of any status; those in the Trash do not count. */
  articleCount: number;
  /** Names this state of it, so that nobody saves over another unseen. */
  stamp: string;
}

/** The tags whose name or slug contains the text; case and accents do not matter. */
export function findTags(tags: readonly TagCard[], text: string): TagCard[] {
  const wanted = plain(text);
  return tags.filter(({ name, slug }) => plain(name).includes(wanted) || slug.includes(wanted));
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
