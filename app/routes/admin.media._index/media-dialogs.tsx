// Dialogs to edit an image's name and alt text, and to delete it.
import { Link } from '@remix-run/react';
import { imageSource } from '~/features/media/image-source';
import { editAddress, formatBytes, type MediaUse, type ShownMedia } from '~/features/media/media-view';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { DeleteDialog, deleteTitle, GoneDialog } from '~/layouts/admin/list/delete-dialog';
import { EditDialog } from '~/layouts/admin/list/edit-dialog';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { countOf } from '~/lib/text';
import { CopyButton } from '~/ui/copy-button';
import { FormField, TextareaField } from '~/ui/form-field';
import { Thumbnail } from './media-table';

export interface DialogProps {
  /** Null if the image does not exist. */
  item: ShownMedia | null;
  refused: RefusedForm | null;
  closeTo: string;
}

export const IMAGE_GONE = 'This image no longer exists. Someone may have deleted it.';

interface EditMediaProps extends DialogProps {
  /** The URLs of the dialogs that crop the image and replace the file. */
  cropAt: string | null;
  replaceAt: string | null;
}

export function EditMedia({ item, refused, closeTo, cropAt, replaceAt }: EditMediaProps) {
  const typed = refused?.intent === 'save' ? refused : null;
  return (
    <EditDialog
      kind="edit"
      row={item}
      refused={typed}
      title="Edit Image"
      closeTo={closeTo}
      gone={IMAGE_GONE}
      save="Save Image"
      wide
    >
      {item && <Preview item={item} />}
      <FormField
        label="Name"
        name="name"
        required
        maxLength={200}
        autoComplete="off"
        defaultValue={typedText(typed, 'name') ?? item?.name}
        error={typed?.issues.name}
      />
      <TextareaField
        label="Image description"
        name="alt"
        rows={2}
        maxLength={500}
        defaultValue={typedText(typed, 'alt') ?? item?.alt}
        hint="Alt text, read aloud by screen readers. Filled in wherever this image is used."
        error={typed?.issues.alt}
      />
      {item && (
        <>
          <div className="media-address">
            <code className="address">{item.url}</code>
            <CopyButton text={item.url} label="Copy URL" />
          </div>
          <UseList uses={item.uses} useCount={item.useCount} />
          <div className="media-ways">
            {cropAt && (
              <Link className="button button--quiet needs-js" to={cropAt} preventScrollReset>
                Crop and Rotate
              </Link>
            )}
            {replaceAt && item.useCount > 0 && (
              <Link className="button button--quiet" to={replaceAt} preventScrollReset>
                Replace File
              </Link>
            )}
          </div>
        </>
      )}
    </EditDialog>
  );
}

function Preview({ item }: { item: ShownMedia }) {
  const { url, alt, width, height, bytes, contentType, createdAt } = item;
  return (
    <figure className="media-preview">
      <img {...imageSource(url, 800)} sizes="42rem" alt={alt} width={width} height={height} />
      <figcaption className="media-preview__facts">
        {width} × {height} pixels · {formatBytes(bytes)} · {contentType.slice('image/'.length).toUpperCase()}{' '}
        · {createdAt}
      </figcaption>
    </figure>
  );
}

export function DeleteMedia({ item, refused, closeTo }: DialogProps) {
  if (!item) return <GoneDialog title={deleteTitle('image')} text={IMAGE_GONE} closeTo={closeTo} />;
  const { id, url, name, uses, useCount } = item;
  const typed = refused?.intent === 'delete' ? refused : null;
  return (
    <DeleteDialog noun="image" id={id} refused={typed} closeTo={closeTo}>
      <div className="media-question">
        <Thumbnail url={url} />
        <p className="dialog__note">{name}</p>
      </div>
      {useCount > 0 && (
        <div className="refusal">
          <p>
            <strong>It is used in {countOf(useCount, 'place')}.</strong> A placeholder will be shown instead.
          </p>
          <UseList uses={uses} useCount={useCount} bare />
        </div>
      )}
    </DeleteDialog>
  );
}

const KINDS = {
  articles: 'Article',
  pages: 'Page',
  categories: 'Category',
  ads: 'Ad',
  authors: 'Author',
  article_templates: 'Template',
} as const;

export function UseList({
  uses,
  useCount,
  bare,
}: {
  uses: readonly MediaUse[];
  useCount: number;
  bare?: boolean | undefined;
}) {
  const unnamed = useCount - uses.length;
  return (
    <div className="media-uses">
      {!bare && <p className="field__label">Used in</p>}
      {useCount === 0 && <p className="field__hint">Not used in any article, page, category or ad.</p>}
      <ul>
        {uses.map((use) => (
          <li key={`${use.kind} ${use.id}`}>
            <span className="media-uses__kind">{KINDS[use.kind]}</span>{' '}
            <span>
              <Link className="link" to={editAddress(use)}>
                {use.title || 'Untitled'}
              </Link>
              {use.isDeleted && ' (in the Trash)'}
            </span>
          </li>
        ))}
        {unnamed > 0 && <li>and {unnamed.toLocaleString('en-US')} more</li>}
      </ul>
    </div>
  );
}
