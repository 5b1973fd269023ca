// Tags in the admin.

export interface TagCard {
  id: string;
  name: string;
  slug: string;
  /** Articles of any status with this tag, excluding the Trash. */
  articleCount: number;
  /** Changes with every save; used to detect conflicting edits. */
  version: string;
}

/** The tags whose name or slug contains the text, ignoring case and accents. */
export function findTags(tags: readonly TagCard[], text: string): TagCard[] {
  const search = plain(text);
  return tags.filter(({ name, slug }) => plain(name).includes(search) || slug.includes(search));
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
