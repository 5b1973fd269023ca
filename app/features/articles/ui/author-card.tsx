// Who wrote the article, beside it.
import type { ArticleCard } from '../article-view';
import { AuthorName } from './article-meta';
import { AuthorAvatar } from './author-avatar';

export const AUTHOR_ROLE = 'Contributing Writer';

const BLURB =
  'Writes in these pages about the business of running a law firm: what works, what it costs, and what can safely be left alone.';

export function AuthorCard({ author, authorSlug }: Pick<ArticleCard, 'author' | 'authorSlug'>) {
  return (
    <section className="author-card" aria-labelledby="about-the-author">
      <h2 className="aside-title" id="about-the-author">
        About the Author
      </h2>
      <div className="author-card__who">
        <AuthorAvatar name={author} />
        <div>
          <p className="author-card__name">
            <AuthorName author={author} authorSlug={authorSlug} />
          </p>
          <p className="meta">{AUTHOR_ROLE}</p>
        </div>
      </div>
      <p className="author-card__blurb">{BLURB}</p>
    </section>
  );
}
