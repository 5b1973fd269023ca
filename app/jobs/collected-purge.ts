// Many items change many pages: what they purge is gathered and purged at once, because each purge rewrites the list of all
// lately purged tags.
import type { AppContext } from '~/platform/context';

export interface CollectedPurge {
  /** The same context, whose purges wait. */
  during(ctx: AppContext): AppContext;
  /** Now. */
  flush(ctx: AppContext): Promise<void>;
}

export function collectPurges(): CollectedPurge {
  const tags = new Set<string>();
  const pages: AppContext['pages'] = {
    async purge(more) {
      for (const tag of more) tags.add(tag);
    },
  };
  return {
    during: (ctx) => ({ ...ctx, pages }),
    async flush(ctx) {
      if (tags.size === 0) return;
      await ctx.pages.purge([...tags]);
      tags.clear();
    },
  };
}
