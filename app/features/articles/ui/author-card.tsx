// Introduces the author beside an article, with the specification's texts. Role and bio are on the author's page.
import { AUTHOR_BLURB, AUTHOR_ROLE, type AuthorProfile } from '../authors/author';
import type { PageCard } from '../public/article-view';
import { AuthorName } from './article-meta';
import { AuthorPortrait } from './author-avatar';

interface AuthorCardProps extends Pick<PageCard, 'author' | 'authorSlug'> {
  profile: AuthorProfile | null;
}

export function AuthorCard({ author, authorSlug, profile }: AuthorCardProps) {
  return (
    <section className="author-card" aria-labelledby="about-the-author">
      <h2 className="aside-title" id="about-the-author">
        About the Author
      </h2>
      <div className="author-card__who">
        <AuthorPortrait name={author} image={profile?.image} />
        <div>
          <p className="author-card__name">
            <AuthorName author={author} authorSlug={authorSlug} />
          </p>
          <p className="meta">{AUTHOR_ROLE}</p>
        </div>
      </div>
      <p className="author-card__blurb">{AUTHOR_BLURB}</p>
    </section>
  );
}
