// What follows the last paragraph: topics, an advertisement, and the ways on.
import { Link } from '@remix-run/react';
import type { AdsByLocation } from '~/features/ads/ad-locations';
import { AdSlot } from '~/features/ads/ui/ad-slot';
import type { FullArticle } from '~/features/articles/article-pages';
import { ShareButton } from '~/features/articles/ui/share-button';
import { Icon } from '~/ui/icon';

export function ArticleEnd({ article, ads }: { article: FullArticle; ads: AdsByLocation }) {
  return (
    <footer className="article__end">
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
