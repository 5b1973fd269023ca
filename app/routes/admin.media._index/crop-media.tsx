// The dialog that crops and rotates an image. The tool itself is loaded when the dialog opens.
import { Form, useNavigation } from '@remix-run/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { CROP_TITLE, DISCARD_CROP } from '~/features/media/media-view';
import { GoneDialog } from '~/layouts/admin/list/delete-dialog';
import { countOf } from '~/lib/text';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { type DialogProps, IMAGE_GONE } from './media-dialogs';
import { Thumbnail } from './media-table';

const CropTool = lazy(async () => ({
  default: (await import('~/features/media/ui/crop/crop-tool')).CropTool,
}));

/** @param replaceAt the URL of the dialog that replaces the file, where a refused replacement is shown */
export function CropMedia({ item, closeTo, replaceAt }: DialogProps & { replaceAt: string | null }) {
  const [saved, setSaved] = useState<{ url: string } | null>(null);
  const [isChanged, setChanged] = useState(false);
  // The dialog is rendered by the server too, which has no canvas.
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  if (!item || !replaceAt) return <GoneDialog title={CROP_TITLE} text={IMAGE_GONE} closeTo={closeTo} />;
  return (
    <ModalDialog title={CROP_TITLE} closeTo={closeTo} wide unsaved={isChanged && !saved && DISCARD_CROP}>
      <p className="without-js">Cropping and rotating needs JavaScript.</p>
      {item.contentType === 'image/gif' ? (
        <>
          <p>GIF images can’t be cropped here, because an animation would be lost.</p>
          <DialogFoot closeTo={closeTo}>{null}</DialogFoot>
        </>
      ) : saved ? (
        <Saved
          id={item.id}
          useCount={item.useCount}
          url={saved.url}
          closeTo={closeTo}
          replaceAt={replaceAt}
        />
      ) : (
        isReady && (
          <Suspense fallback={<p role="status">Loading image...</p>}>
            <CropTool
              item={{ ...item, folder: item.key.includes('/ads/') ? 'ads' : 'articles' }}
              foot={(save) => <DialogFoot closeTo={closeTo}>{save}</DialogFoot>}
              onChanged={setChanged}
              onSaved={setSaved}
            />
          </Suspense>
        )
      )}
    </ModalDialog>
  );
}

interface SavedProps {
  id: string;
  useCount: number;
  url: string;
  closeTo: string;
  replaceAt: string;
}

function Saved({ id, useCount, url, closeTo, replaceAt }: SavedProps) {
  const isSaving = useNavigation().formMethod === 'POST';
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <Form className="form" method="post" action={replaceAt} encType="multipart/form-data" preventScrollReset>
      <input type="hidden" name="intent" value="replace" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value="" />
      <input type="hidden" name="imageUrl" value={url} />
      <div className="media-question">
        <Thumbnail url={url} />
        <p ref={text} tabIndex={-1}>
          Saved as a new file in the library. The original stays there unchanged.
          {useCount > 0 && ` It is used in ${countOf(useCount, 'place')}. Show the new file there instead?`}
        </p>
      </div>
      <DialogFoot closeTo={closeTo}>
        {useCount > 0 && (
          <button className="button" type="submit" disabled={isSaving}>
            {isSaving ? 'Replacing...' : 'Replace Original'}
          </button>
        )}
      </DialogFoot>
    </Form>
  );
}
