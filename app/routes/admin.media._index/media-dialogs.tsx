// A picture in large with what is said about it, and the question before it is deleted.
import { Form, Link } from '@remix-run/react';
import { editAddress, formatBytes, type MediaUse, type ShownMedia } from '~/features/media/media-view';
import { pictureSource } from '~/features/media/picture';
import type { RefusedForm } from '~/http/form-answer.server';
import { countOf } from '~/lib/count-of';
import { CopyButton } from '~/ui/copy-button';
import { FormField, TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import { Thumbnail } from './thumbnail';

interface DialogProps {
  /** Null for one that is gone. */
  item: ShownMedia | null;
  refused: RefusedForm | null;
  closeTo: string;
}

const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

export function EditMedia({ item, refused, closeTo }: DialogProps) {
  const typed = refused?.intent === 'save' ? refused : null;
  if (!item && !typed) return <Gone title="Edit Image" closeTo={closeTo} />;
  return (
    <ModalDialog title="Edit Image" closeTo={closeTo} wide>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={typed} />
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={item?.id ?? text(typed?.typed.id)} />
        <input type="hidden" name="stamp" value={text(typed?.typed.stamp) || item?.stamp || ''} />
        {item && <Preview item={item} />}
        <FormField
          label="Name"
          name="name"
          required
          maxLength={200}
          autoComplete="off"
          defaultValue={text(typed?.typed.name) ?? item?.name}
          error={typed?.issues.name}
        />
        <TextareaField
          label="Image description"
          name="alt"
          rows={2}
          maxLength={500}
          defaultValue={text(typed?.typed.alt) ?? item?.alt}
          hint="Said to people who cannot see the picture. Offered wherever the picture is chosen."
          error={typed?.issues.alt}
        />
        {item && (
          <>
            <div className="media-address">
              <code className="address">{item.url}</code>
              <CopyButton text={item.url} label="Copy address" />
            </div>
            <UseList uses={item.uses} useCount={item.useCount} />
          </>
        )}
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent="save" pending="Saving...">
            Save Image
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

function Preview({ item }: { item: ShownMedia }) {
  const { url, alt, width, height, bytes, contentType, createdAt } = item;
  return (
    <figure className="media-preview">
      <img {...pictureSource(url, 800)} sizes="42rem" alt={alt} width={width} height={height} />
      <figcaption className="media-preview__facts">
        {width} × {height} pixels · {formatBytes(bytes)} · {contentType.slice('image/'.length).toUpperCase()}{' '}
        · {createdAt}
      </figcaption>
    </figure>
  );
}

export function DeleteMedia({ item, refused, closeTo }: DialogProps) {
  if (!item) return <Gone title="Delete Image" closeTo={closeTo} />;
  const { id, url, name, uses, useCount } = item;
  return (
    <ModalDialog title="Delete Image" closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={refused?.intent === 'delete' ? refused : null} />
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="id" value={id} />
        <div className="media-question">
          <Thumbnail url={url} />
          <div>
            <p>Are you sure you want to delete this image?</p>
            <p className="dialog__note">{name}</p>
          </div>
        </div>
        {useCount > 0 && (
          <div className="refusal">
            <p>
              <strong>It is shown in {countOf(useCount, 'place')}.</strong> A placeholder will stand there
              instead.
            </p>
            <UseList uses={uses} useCount={useCount} bare />
          </div>
        )}
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent="delete" pending="Deleting…" className="button button--danger">
            Delete Image
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

const KINDS = { articles: 'Article', pages: 'Page', categories: 'Category', ads: 'Ad' } as const;

function UseList({ uses, useCount, bare }: { uses: readonly MediaUse[]; useCount: number; bare?: boolean }) {
  const unnamed = useCount - uses.length;
  return (
    <div className="media-uses">
      {!bare && <p className="field__label">Used in</p>}
      {useCount === 0 && <p className="field__hint">No article, page, category or ad shows it.</p>}
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

function Gone({ title, closeTo }: { title: string; closeTo: string }) {
  return (
    <ModalDialog title={title} closeTo={closeTo}>
      <p>There is no such image any more. Somebody deleted it.</p>
    </ModalDialog>
  );
}
