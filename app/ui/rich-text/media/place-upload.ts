// Uploads an image: inserts a placeholder with its progress, and replaces it with the image.
import Quill from 'quill';
import type { RichOp } from '../html/rich-op';
import type { UploadImage } from './upload-image';

interface Placing {
  quill: Quill;
  file: File;
  uploadImage: UploadImage;
  onFailure(file: File, error: unknown): void;
}

/** Not attributed to the user, so that Undo skips it. */
const SOURCE = Quill.sources.API;

/** The operation that inserts a placeholder, and a function that starts the upload once it is inserted. */
export function prepareUpload(placing: Placing): { op: RichOp; start(): void } {
  const id = crypto.randomUUID();
  const { quill, file, uploadImage, onFailure } = placing;
  const find = () => quill.root.querySelector<HTMLElement>(`[data-upload="${id}"]`);
  const replace = (ops: RichOp[]) => {
    const blot = Quill.find(find() ?? quill.root);
    // The placeholder was deleted: the image stays in the library only.
    if (!blot || blot instanceof Quill || blot === quill.scroll) return;
    quill.updateContents([{ retain: quill.getIndex(blot) }, { delete: 1 }, ...ops], SOURCE);
  };
  const start = async () => {
    let ops: RichOp[] = [];
    try {
      const image = await uploadImage(file, (share) => {
        const progress = find()?.querySelector('progress');
        if (progress) progress.value = share;
      });
      const { url, alt, width, height } = image;
      const attributes = {
        ...(alt && { alt }),
        ...(width && height && { width: String(width), height: String(height) }),
      };
      ops = [{ insert: { image: url }, attributes }];
    } catch (error) {
      onFailure(file, error);
    }
    replace(ops);
    // Undo can restore a deleted placeholder. Quill's history misses changes made during an undo.
    quill.on('text-change', (delta) => {
      const isRestored = delta.ops.some(({ insert }) => typeof insert === 'object' && 'upload' in insert);
      if (isRestored) queueMicrotask(() => replace(ops));
    });
  };
  return { op: { insert: { upload: { id, name: file.name || 'image' } } }, start: () => void start() };
}

/** Inserts a placeholder at `index` for each file and starts the uploads. */
export function placeUploads(index: number, placings: Placing[]): void {
  const [first] = placings;
  if (!first) return;
  const prepared = placings.map(prepareUpload);
  first.quill.updateContents(
    [...(index > 0 ? [{ retain: index }] : []), ...prepared.map(({ op }) => op)],
    SOURCE,
  );
  first.quill.setSelection(index + prepared.length, 0, Quill.sources.SILENT);
  for (const { start } of prepared) start();
}
