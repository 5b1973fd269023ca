// List page of `/category/all`, `/tag/{slug}` and `/author/{slug}`.
import { Breadcrumbs } from '~/ui/breadcrumbs';
import { EmptyState } from '~/ui/empty-state';
import { AUTHOR_ROLE, linkLabel } from '../authors/author';
import type { ArticleListData } from '../public/article-pages';
import { ArticleList, countLabel } from './article-list';
import { AuthorPortrait } from './author-avatar';

const KINDS = {
  all: { kicker: 'The archive', path: '/category/' },
  tag: { kicker: 'Topic', path: '/tag/' },
  author: { kicker: AUTHOR_ROLE, path: '/author/' },
} as const;

export function ListPage({ data }: { data: ArticleListData }) {
  const { kicker, path } = KINDS[data.kind];
  const { profile } = data;
  const title = data.kind === 'all' ? 'All Stories' : data.name;
  return (
    <div className="list-page container">
      <Breadcrumbs items={[{ label: 'Home', to: '/' }, { label: title }]} />
      <header className="list-page__head">
        {data.kind === 'author' && <AuthorPortrait name={data.name} image={profile?.image} large />}
        <div className="list-page__about">
          <p className="kicker">{profile?.role || kicker}</p>
          <h1 className="headline headline--display">{title}</h1>
          {profile?.bio && <p className="list-page__bio">{profile.bio}</p>}
          {profile && <AuthorLinks links={profile.links} />}
        </div>
        <p className="list-page__count meta">{countLabel(data.total)}</p>
      </header>
      {data.articles.length > 0 ? (
        <ArticleList articles={data.articles} position={data} path={path + data.slug} />
      ) : (
        <EmptyState
          title="No articles found"
          text="We're working on adding more content here. Check back soon!"
        />
      )}
    </div>
  );
}

/** Links to an author's pages on other sites. */
function AuthorLinks({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="author-links">
      {links.map((link) => (
        <li key={link}>
          <a className="link" href={link} rel="me noopener">
            {linkLabel(link)}
          </a>
        </li>
      ))}
    </ul>
  );
}
