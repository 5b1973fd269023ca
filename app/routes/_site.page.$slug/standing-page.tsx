// A page that stands: About, Contact, Privacy and the like.
import type { StandingPage as StandingPageData } from '~/features/pages/standing-page';
import { Breadcrumbs } from '~/ui/breadcrumbs';
import { RichBody } from '~/ui/rich-body';

export function StandingPage({ data }: { data: StandingPageData }) {
  return (
    <div className="standing-page container">
      <Breadcrumbs items={[{ label: 'Home', to: '/' }, { label: data.title }]} />
      <article className="standing-page__body">
        <header className="standing-page__head">
          <h1 className="headline headline--display">{data.title}</h1>
          {data.summary && <p className="standfirst">{data.summary}</p>}
        </header>
        <RichBody className="prose" html={data.html} />
      </article>
    </div>
  );
}
