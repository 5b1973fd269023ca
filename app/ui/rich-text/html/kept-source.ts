// Keeps the HTML of blocks that are not edited exactly as it was.
import type { HtmlNode } from '~/lib/html/html-tree';
import { readBlocks } from './read-blocks';
import type { RichOp } from './rich-op';
import { writeBlocks } from './write-blocks';

interface KeptDocument {
  ops: RichOp[];
  /** Joins the blocks that the editor writes; those that were not edited have their source. */
  join(blocks: readonly string[]): string;
}

/** @param nodes of the stored HTML */
export function keepSources(nodes: readonly HtmlNode[]): KeptDocument {
  /** The sources of blocks that are written alike, in their order. */
  const sources = new Map<string, string[]>();
  const ops = readBlocks(nodes).flatMap(({ ops, source }) => {
    const [written, ...more] = writeBlocks(ops);
    const isKept = written !== undefined && more.length === 0;
    // A block that the editor would drop or split.
    if (!isKept && !/^<p>\s*<\/p>\s*$/.test(source)) return [{ insert: { atomic: source } }];
    if (isKept) sources.set(written, [...(sources.get(written) ?? []), source]);
    return ops;
  });
  return {
    ops,
    join(blocks) {
      const used = new Map<string, number>();
      return blocks
        .map((block) => {
          const kept = sources.get(block);
          const count = used.get(block) ?? 0;
          used.set(block, count + 1);
          return kept?.[count] ?? kept?.at(-1) ?? block;
        })
        .join('');
    },
  };
}
