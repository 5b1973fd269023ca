// How the editor calls a block that is kept as it is.

const EMBEDS: Record<string, string> = {
  youtube: 'YouTube film',
  vimeo: 'Vimeo film',
  x: 'Post on X',
  linkedin: 'LinkedIn post',
};
const TAGS: Record<string, string> = {
  table: 'Table',
  figure: 'Figure',
  hr: 'Rule',
  dl: 'Definitions',
  ul: 'List',
  ol: 'List',
  blockquote: 'Quotation',
  pre: 'Code',
  p: 'Paragraph',
};

/** A word or two, by the block's first tag. */
export function blockName(html: string): string {
  const [, tag = '', attributes = ''] = /^<([a-z][a-z0-9]*)([^>]*)>/.exec(html) ?? [];
  const provider = /data-embed="([a-z]+)"/.exec(attributes)?.[1];
  return EMBEDS[provider ?? ''] ?? TAGS[tag] ?? 'Block';
}
