// The AI Images screen: articles without a featured image, with single and bulk generation.
import { Form } from '@remix-run/react';
import { useEffect } from 'react';
import type { ImagesView } from '~/features/image-generation/images-view';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { PageHead } from '~/layouts/admin/list/page-head';
import { useListAddress } from '~/layouts/admin/list/use-list-address';
import { useSelection } from '~/layouts/admin/list/use-selection';
import { EmptyState } from '~/ui/empty-state';
import { Pagination } from '~/ui/pagination';
import { useToast } from '~/ui/toast';
import { CostsLine } from './costs-line';
import { GenerateBar } from './generate-bar';
import { JobPanel } from './job-panel';
import { MissingImageRow } from './missing-image-row';

interface ImagesPageProps {
  view: ImagesView;
  refused: RefusedForm | null;
}

const HERE = '/admin/images';

export function ImagesPage({ view, refused }: ImagesPageProps) {
  const { articles, total, page, pageCount, costs } = view;
  const here = useListAddress();
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
          text="Articles saved without a featured image appear here."
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
            isGenerating={view.isGenerating}
            action={action}
          />
          <ul className="lacking" aria-label="Articles without a featured image">
            {articles.map((article) => (
              <MissingImageRow key={article.id} article={article} selection={selection} action={action} />
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
  if (total === 0) return 'Every article has a featured image.';
  return `${total.toLocaleString('en-US')} ${total === 1 ? 'article has' : 'articles have'} no featured image.`;
}

/** Shows `Failed to generate image: …` in the page (without JavaScript) and as a toast. */
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
