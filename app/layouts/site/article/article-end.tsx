// The end of an article: calls to action, tags, an ad, and links.
import { Link } from '@remix-run/react';
import { AdSlot } from '~/features/ads/ui/ad-slot';
import type { ArticlePageData } from '~/features/articles/public/article-pages';
import { ShareButton } from '~/features/articles/ui/share-button';
import { CallsToAction } from '~/features/ctas/ui/calls-to-action';
import { Icon } from '~/ui/icon';

export function ArticleEnd({ article, ads, ctas, draft }: ArticlePageData & { draft: boolean }) {
  return (
    <footer className="article__end">
      {/* `for-members.ts` changes it, so another article draws its own. */}
      <CallsToAction key={article.slug} ctas={ctas} />
      {article.tags.length > 0 && (
        <ul className="tag-list" aria-label="Topics">
          {article.tags.map((tag) => (
            <li key={tag.slug}>
              <Link className="tag-list__tag" to={`/tag/${tag.slug}`} prefetch="intent">
                {tag.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <AdSlot location="article-bottom" ads={ads} />
      <div className="article__ways">
        <ShareButton label="Share" title={article.title} path={`/article/${article.slug}`} />
        {!draft && (
          <form
            key={article.slug}
            className="save-form"
            data-save={article.slug}
            method="post"
            action={`/api/articles/${article.slug}/mine`}
          >
            <input type="hidden" name="intent" value="save" />
            <button className="button button--quiet" type="submit">
              <span className="save-form__text" aria-live="polite">
                Save
              </span>
            </button>
          </form>
        )}
        <Link className="button button--text" to="/" prefetch="intent">
          <Icon name="arrow-left" size={18} />
          Back to Home
        </Link>
      </div>
    </footer>
  );
}
