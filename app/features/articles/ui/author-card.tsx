// Introduces the authors beside an article, with the specification's texts. Role and bio are on the author's page.
import { AUTHOR_BLURB, AUTHOR_ROLE, type Byline } from '../authors/author';
import { AuthorName } from './article-meta';
import { AuthorPortrait } from './author-avatar';

/** The blurb describes a single author, so it is left out for several. */
export function AuthorCard({ people }: { people: readonly Byline[] }) {
  return (
    <section className="author-card" aria-labelledby="about-the-author">
      <h2 className="aside-title" id="about-the-author">
        {people.length > 1 ? 'About the Authors' : 'About the Author'}
      </h2>
      {people.map(({ name, slug, profile }) => (
        <div className="author-card__who" key={name}>
          <AuthorPortrait name={name} image={profile?.image} />
          <div>
            <p className="author-card__name">
              <AuthorName author={name} authorSlug={slug} />
            </p>
            <p className="meta">{AUTHOR_ROLE}</p>
          </div>
        </div>
      ))}
      {people.length === 1 && <p className="author-card__blurb">{AUTHOR_BLURB}</p>}
    </section>
  );
}
