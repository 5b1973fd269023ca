// What follows the last paragraph: calls to action, topics, the ways on, and an advertisement.
import { Link } from '@remix-run/react';
import { AdSlot } from '~/features/ads/ui/ad-slot';
import type { ArticlePageData } from '~/features/articles/article-pages';
import { ShareButton } from '~/features/articles/ui/share-button';
import { CallsToAction } from '~/features/ctas/ui/calls-to-action';
import { Icon } from '~/ui/icon';

export function ArticleEnd({ article, ads, ctas }: ArticlePageData) {
  return (
    <footer className="article__end">
      <CallsToAction ctas={ctas} />
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
      <div className="article__ways">
        <ShareButton label="Share" title={article.title} path={`/article/${article.slug}`} />
        <Link className="button button--text" to="/" prefetch="intent">
          <Icon name="arrow-left" size={18} />
          Back to Home
        </Link>
      </div>
      <AdSlot location="article-bottom" ads={ads} />
    </footer>
  );
}
