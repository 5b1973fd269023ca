// AI Images: what has no picture yet, one button for each, and one for all that is ticked.
import { Form } from '@remix-run/react';
import { useEffect } from 'react';
import type { ImagesView } from '~/features/images/images-view';
import type { RefusedForm } from '~/http/form-answer.server';
import { EmptyState } from '~/ui/empty-state';
import { Pagination } from '~/ui/pagination';
import { useToast } from '~/ui/toast';
import { PageHead } from '../admin/page-head';
import { useHere } from '../admin/use-here';
import { useSelection } from '../admin.articles/use-selection';
import { CostsLine } from './costs-line';
import { GenerateBar } from './generate-bar';
import { JobPanel } from './job-panel';
import { LackingRow } from './lacking-row';

interface ImagesPageProps {
  view: ImagesView;
  refused: RefusedForm | null;
}

const HERE = '/admin/images';

export function ImagesPage({ view, refused }: ImagesPageProps) {
  const { articles, total, page, pageCount, costs } = view;
  const here = useHere();
  const typed = refused?.typed.id;
  const selection = useSelection(
    articles.map(({ id }) => id),
    Array.isArray(typed) ? typed : [],
    refused !== null,
  );
  const action = here({});
  return (
    <>
      <PageHead title="AI Images" text={headline(total)} />
      <CostsLine costs={costs} />
      {view.job && <JobPanel key={view.job.id} job={view.job} />}
      {refused && <Refusal refused={refused} />}
      {total === 0 ? (
        <EmptyState
          title="All Articles Have Images!"
          text="An article without a featured image shows up here as soon as it is saved."
        >
          <Form method="get" action={HERE}>
            <button className="button button--quiet" type="submit">
              Refresh
            </button>
          </Form>
        </EmptyState>
      ) : (
        <>
          <GenerateBar
            selection={selection}
            total={total}
            hasMorePages={pageCount > 1}
            costs={costs}
            action={action}
          />
          <ul className="lacking" aria-label="Articles without image">
            {articles.map((article) => (
              <LackingRow key={article.id} article={article} selection={selection} action={action} />
            ))}
          </ul>
          <Pagination
            page={page}
            pageCount={pageCount}
            hrefFor={(number) => here({ page: number === 1 ? null : String(number) })}
          />
        </>
      )}
    </>
  );
}

function headline(total: number): string {
  if (total === 0) return 'Every article has its featured image.';
  return `${total.toLocaleString('en-US')} ${total === 1 ? 'article has' : 'articles have'} no featured image.`;
}

/** `Failed to generate image: …`, in the page for whoever has no scripts, and as a toast. */
function Refusal({ refused: { title, message } }: { refused: RefusedForm }) {
  const toast = useToast();
  useEffect(() => {
    toast(
      title === 'No Selection'
        ? { title, description: message, destructive: true }
        : { title: `${title}: ${message}`, destructive: true },
    );
  }, [toast, title, message]);
  return (
    <p className="refusal images__refusal">
      <strong>{title}:</strong> {message}
    </p>
  );
}
