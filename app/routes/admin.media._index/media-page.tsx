// The media library: upload, search and a table of images.
import { Form, Link } from '@remix-run/react';
import { useCallback, useState } from 'react';
import type { MediaView } from '~/features/media/media-view';
import { DropZone } from '~/features/media/ui/drop-zone';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { ListSearch } from '~/layouts/admin/list/list-search';
import { PageHead } from '~/layouts/admin/list/page-head';
import { type ListAddress, useListAddress } from '~/layouts/admin/list/use-list-address';
import { useMay } from '~/layouts/admin/shell/use-may';
import { useCarefulRevalidate } from '~/layouts/admin/unsaved/use-careful-revalidate';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { Pagination } from '~/ui/pagination';
import { SubmitButton } from '~/ui/submit-button';
import { CropMedia } from './crop-media';
import { DeleteMedia, EditMedia } from './media-dialogs';
import { MediaTable } from './media-table';
import { ReplaceMedia } from './replace-media';

export function MediaPage({ view, refused }: { view: MediaView; refused: RefusedForm | null }) {
  const here = useListAddress();
  const { text, sort, page, pageCount, total, items, dialog } = view;
  const mayManage = useMay()('manage images');
  const common = { refused, closeTo: here({}), item: dialog?.item ?? null };
  return (
    <>
      <PageHead title="Media" text="Images for articles, pages, categories and ads." />
      <UploadForm refused={refused?.intent === 'upload' ? refused : null} />
      {(total > 0 || text) && <Search text={text} sort={sort} total={total} />}
      {items.length > 0 && <MediaTable items={items} sort={sort} here={here} />}
      {items.length === 0 && <NoImages view={view} here={here} />}
      <Pagination page={page} pageCount={pageCount} hrefFor={(number) => here({ page: String(number) })} />
      {mayManage && dialog?.kind === 'edit' && (
        <EditMedia
          {...common}
          cropAt={dialog.item && here({ crop: dialog.item.id })}
          replaceAt={dialog.item && here({ replace: dialog.item.id })}
          key={dialog.item?.id}
        />
      )}
      {mayManage && dialog?.kind === 'crop' && (
        <CropMedia
          {...common}
          replaceAt={dialog.item && here({ replace: dialog.item.id })}
          key={dialog.item?.id}
        />
      )}
      {mayManage && dialog?.kind === 'replace' && <ReplaceMedia {...common} key={dialog.item?.id} />}
      {mayManage && dialog?.kind === 'delete' && <DeleteMedia {...common} />}
    </>
  );
}

function UploadForm({ refused }: { refused: RefusedForm | null }) {
  const revalidate = useCarefulRevalidate();
  const [failure, setFailure] = useState('');
  const show = useCallback(() => {
    setFailure('');
    return { onStored: revalidate, onFailed: setFailure };
  }, [revalidate]);
  return (
    <Form className="media-upload" method="post" encType="multipart/form-data">
      <FormRefusal refused={refused} />
      <input type="hidden" name="intent" value="upload" />
      <DropZone
        name="file"
        label="Upload images"
        multiple
        failure={failure}
        onTaken={show}
        onRefused={setFailure}
      />
      <div className="without-js">
        <SubmitButton intent="upload" pending="Uploading...">
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

function NoImages({ view, here }: { view: MediaView; here: ListAddress }) {
  if (!view.text && view.page === 1)
    return (
      <EmptyState
        title="No images yet"
        text="Upload an image to use it in articles, pages, categories and ads."
      />
    );
  const why = view.text ? `No name or description contains “${view.text}”.` : 'This page no longer exists.';
  return (
    <EmptyState title="No images found" text={why}>
      <Link className="button button--quiet" to={here({ search: null, page: null })}>
        Show All Images
      </Link>
    </EmptyState>
  );
}
