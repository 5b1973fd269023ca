// The dialog that replaces a file wherever it is used.
import { Form, useNavigation } from '@remix-run/react';
import { useRef } from 'react';
import { ImageField } from '~/features/media/ui/image-field';
import { GoneDialog } from '~/layouts/admin/list/delete-dialog';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { countOf } from '~/lib/text';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { useWaitForUploads } from '~/ui/use-wait-for-uploads';
import { type DialogProps, IMAGE_GONE, UseList } from './media-dialogs';
import { Thumbnail } from './media-table';

const TITLE = 'Replace File';
const FILE = { file: 'imageFile', url: 'imageUrl', alt: null };

export function ReplaceMedia({ item, refused, closeTo }: DialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const { isWaiting, onSubmit } = useWaitForUploads(form);
  const isSaving = useNavigation().formMethod === 'POST';
  const typed = refused?.intent === 'replace' ? refused : null;
  if (!item && !typed) return <GoneDialog title={TITLE} text={IMAGE_GONE} closeTo={closeTo} />;
  return (
    <ModalDialog title={TITLE} closeTo={closeTo} wide>
      <Form
        className="form"
        method="post"
        encType="multipart/form-data"
        preventScrollReset
        ref={form}
        onSubmit={onSubmit}
      >
        <FormRefusal refused={typed} />
        <input type="hidden" name="intent" value="replace" />
        <input type="hidden" name="id" value={item?.id ?? typedText(typed, 'id')} />
        {/* Marks an edit, which is returned if the session has ended. The URLs are rewritten in any version. */}
        <input type="hidden" name="version" value="" />
        {item && (
          <>
            <div className="media-question">
              <Thumbnail url={item.url} />
              <p className="dialog__note">{item.name}</p>
            </div>
            <p>
              The new file replaces this one in {countOf(item.useCount, 'place')}. Image descriptions stay,
              and so do focal points if the shape is the same. Revisions keep the old file, which stays in the
              library so that you can switch back.
            </p>
          </>
        )}
        <ImageField
          label="New file"
          urlLabel="Or the URL of an image"
          names={FILE}
          folder={item?.key.includes('/ads/') ? 'ads' : 'articles'}
          url={typedText(typed, 'imageUrl') ?? ''}
          errors={{ file: typed?.issues.file, url: typed?.issues.imageUrl }}
        />
        {item && <UseList uses={item.uses} useCount={item.useCount} />}
        <DialogFoot closeTo={closeTo}>
          <button className="button" type="submit" disabled={isSaving || isWaiting}>
            {isSaving ? 'Replacing...' : isWaiting ? 'Uploading images...' : TITLE}
          </button>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}
