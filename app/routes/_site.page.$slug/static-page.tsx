// Renders a static page, such as About, Contact or Privacy.
import type { StaticPage as StaticPageData } from '~/features/pages/page-view';
import { Breadcrumbs } from '~/ui/breadcrumbs';
import { RichBody } from '~/ui/rich-body';

export function StaticPageView({ data }: { data: StaticPageData }) {
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
