// Introduces the author beside an article.
import type { PageCard } from '../public/article-view';
import { AuthorName } from './article-meta';

export const AUTHOR_ROLE = 'Contributing Writer';

const BLURB =
  'Writes about the business of running a law firm: what works, what it costs, and what you can skip.';

export function AuthorCard({ author, authorSlug }: Pick<PageCard, 'author' | 'authorSlug'>) {
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

/** First and last initial: `Mary Ann de Vries` is `MV`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const initials = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return initials.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

export function AuthorAvatar({ name, large = false }: { name: string; large?: boolean | undefined }) {
  return (
    <span className={large ? 'avatar avatar--large' : 'avatar'} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
