// A page that stands: About, Contact, Privacy and the like.
import type { StandingPage as StandingPageData } from '~/features/pages/standing-page';
import { Breadcrumbs } from '~/ui/breadcrumbs';

export function StandingPage({ data }: { data: StandingPageData }) {
  return (
    <div className="standing-page container">
      <Breadcrumbs items={[{ label: 'Home', to: '/' }, { label: data.title }]} />
      <article className="standing-page__body">
        <header className="standing-page__head">
          <h1 className="headline headline--display">{data.title}</h1>
          {data.summary && <p className="standfirst">{data.summary}</p>}
        </header>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the server before it was stored */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: data.html }} />
      </article>
    </div>
  );
}
