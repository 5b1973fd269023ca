// Uploading, then all pictures as rows with what each is, where it is shown, and what can be done with it.
import { Form, Link } from '@remix-run/react';
import { useCallback } from 'react';
import type { MediaView } from '~/features/media/media-view';
import { DropZone } from '~/features/media/ui/drop-zone';
import type { RefusedForm } from '~/http/form-answer.server';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { Pagination } from '~/ui/pagination';
import { SubmitButton } from '~/ui/submit-button';
import { ListSearch } from '../admin/list-search';
import { PageHead } from '../admin/page-head';
import { useCarefulRevalidate } from '../admin/use-careful-revalidate';
import { type Here, useHere } from '../admin/use-here';
import { useMay } from '../admin/use-may';
import { DeleteMedia, EditMedia } from './media-dialogs';
import { MediaTable } from './media-table';

export function MediaPage({ view, refused }: { view: MediaView; refused: RefusedForm | null }) {
  const here = useHere();
  const { text, sort, page, pageCount, total, items, dialog } = view;
  const mayManage = useMay()('manage pictures');
  const common = { refused, closeTo: here({}), item: dialog?.item ?? null };
  return (
    <>
      <PageHead title="Media" text="Pictures of articles, pages, categories and ads." />
      <UploadForm refused={refused?.intent === 'upload' ? refused : null} />
      {(total > 0 || text) && <Search text={text} sort={sort} total={total} />}
      {items.length > 0 && <MediaTable items={items} sort={sort} here={here} />}
      {items.length === 0 && <NothingHere view={view} here={here} />}
      <Pagination page={page} pageCount={pageCount} hrefFor={(number) => here({ page: String(number) })} />
      {mayManage && dialog?.kind === 'edit' && <EditMedia {...common} key={dialog.item?.id} />}
      {mayManage && dialog?.kind === 'delete' && <DeleteMedia {...common} />}
    </>
  );
}

function UploadForm({ refused }: { refused: RefusedForm | null }) {
  const showAnew = useCarefulRevalidate();
  const show = useCallback(() => showAnew, [showAnew]);
  return (
    <Form className="media-upload" method="post" encType="multipart/form-data">
      <FormRefusal refused={refused} />
      <input type="hidden" name="intent" value="upload" />
      <DropZone name="file" label="Upload images" multiple onTaken={show} />
      <div className="without-js">
        <SubmitButton intent="upload" pending="Uploading…">
          Upload
        </SubmitButton>
      </div>
    </Form>
  );
}

function Search({ text, sort, total }: Pick<MediaView, 'text' | 'sort' | 'total'>) {
  return (
    <ListSearch label="Search media" name="search" text={text} found={total} noun="image">
      {sort !== 'name' && <input type="hidden" name="sort" value={sort} />}
    </ListSearch>
  );
}

function NothingHere({ view, here }: { view: MediaView; here: Here }) {
  if (!view.text && view.page === 1)
    return (
      <EmptyState
        title="No images yet"
        text="What you upload here or in an article can be used everywhere in the magazine."
      />
    );
  const why = view.text ? `No name or description contains “${view.text}”.` : 'There are fewer pages now.';
  return (
    <EmptyState title="No images found" text={why}>
      <Link className="button button--quiet" to={here({ search: null, page: null })}>
        Show all images
      </Link>
    </EmptyState>
  );
}
