// The top of an article: image, title, summary and byline.
import { listBylines } from '~/features/articles/authors/author';
import type { FullArticle } from '~/features/articles/public/article-pages';
import { ArticleImageView } from '~/features/articles/ui/article-image';
import { AuthorNames } from '~/features/articles/ui/article-meta';
import { AuthorAvatar } from '~/features/articles/ui/author-avatar';

export function ArticleOpening({ article }: { article: FullArticle }) {
  return (
    <>
      <div className="article__figure">
        <ArticleImageView
          card={article}
          sizes="(min-width: 80rem) 77.5rem, 100vw"
          priority
          className="article__image image"
        />
        {article.isPopular && <span className="article__badge badge badge--accent">Popular Article</span>}
      </div>
      <header className="article__head">
        {article.categoryName && <p className="kicker">{article.categoryName}</p>}
        <h1 className="article__title headline headline--display">{article.title}</h1>
        {article.summary && <p className="standfirst">{article.summary}</p>}
      </header>
      <div className="article__byline">
        <AuthorAvatar name={article.author} image={article.authorProfile?.image} />
        <p className="article__author">
          <AuthorNames people={listBylines(article)} />
        </p>
        <p className="article-meta meta">
          <time dateTime={article.publishedAt}>{article.publishDate}</time> <span>{article.readTime}</span>
          {article.membersOnly && (
            <>
              {' '}
              <span>Members</span>
            </>
          )}
        </p>
      </div>
    </>
  );
}
