// The editor's Content part: title and content, with slug and summary (about-fields.tsx).
import { type KeyboardEvent, useRef, useState } from 'react';
import { TITLE_LIMIT } from '~/features/articles/article';
import type { EditorFields } from '~/features/articles/editor/editor-fields';
import { FocalPointPicker } from '~/features/media/ui/focal-point-picker';
import { MediaPicker } from '~/features/media/ui/media-picker';
import { uploadToLibrary } from '~/features/media/ui/upload-to-library';
import { TextareaField } from '~/ui/form-field';
import type { UploadImage } from '~/ui/rich-text/media/upload-image';
import { RichTextField } from '~/ui/rich-text/rich-text-field';
import { findArticleLinks, findTargets } from '../shell/article-choices';
import { AboutFields } from './about-fields';
import { EditorPart } from './editor-part';
import { HintsPanel } from './hints/hints-panel';
import type { PartKey } from './use-tabs';
import { WordGoal } from './word-goal';

export interface PartProps {
  fields: EditorFields;
  /** Field name -> error message. */
  issues: Record<string, string>;
  /** The open tab; null when all parts are visible. */
  hiddenUnless: PartKey | null;
}

interface ContentPartProps extends PartProps {
  /** Of the article. */
  id: string;
  /** Starts in the title. */
  isNew: boolean;
  /** Called when the rich text changes, because that fires no `input` event on the form. */
  onChange(): void;
  readFields(): EditorFields | null;
}

export function ContentPart({ id, isNew, onChange, readFields, ...part }: ContentPartProps) {
  const { fields, issues, hiddenUnless } = part;
  const box = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState(() => countWords(fields.content));
  const uploads = useRef<Uploads>({ running: 0, urls: [] });
  const change = () => {
    const content = readFields()?.content ?? '';
    fillFeatured(box.current?.closest('form'), content, uploads.current);
    onChange();
    setWords(countWords(content));
  };
  const uploadImage: UploadImage = async (file, onProgress) => {
    uploads.current.running += 1;
    try {
      const image = await uploadToLibrary(file, 'articles', onProgress);
      uploads.current.urls.push(image.url);
      return image;
    } finally {
      uploads.current.running -= 1;
    }
  };
  return (
    <EditorPart part="content" open={hiddenUnless}>
      <div className="editor__text" ref={box}>
        <TextareaField
          label="Title"
          name="title"
          rows={1}
          required
          autoFocus={isNew && !fields.title}
          onKeyDown={moveToContent}
          maxLength={TITLE_LIMIT}
          defaultValue={fields.title}
          error={issues.title}
        />
        <RichTextField
          label="Content"
          name="content"
          defaultValue={fields.content}
          error={issues.content}
          uploadImage={uploadImage}
          ImagePicker={MediaPicker}
          FocusPicker={FocalPointPicker}
          findLinks={findArticleLinks}
          findTargets={findTargets}
          onChange={change}
        />
        <WordGoal id={id} words={words} />
        <HintsPanel />
      </div>
      <AboutFields fields={fields} issues={issues} />
    </EditorPart>
  );
}

/** Enter in the title moves to the content, because a title has no line breaks. */
function moveToContent(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLElement>('.ql-editor')?.focus();
}

/** Uploads for the text. */
interface Uploads {
  running: number;
  /** Those that ended, until one of them is in the text. */
  urls: string[];
}

/**
 * Without a featured image, the first uploaded one in the text becomes it (specification, section 5). It can be removed
 * again: the same upload is not used twice.
 */
function fillFeatured(form: HTMLFormElement | null | undefined, content: string, uploads: Uploads): void {
  if (uploads.running > 0) return;
  const placed = uploads.urls.filter((url) => content.includes(` src="${url}`));
  const [first] = placed.sort((a, b) => content.indexOf(a) - content.indexOf(b));
  if (!first) return;
  uploads.urls = [];
  const field = form?.elements.namedItem('imageUrl');
  if (!(field instanceof HTMLInputElement) || field.value.trim()) return;
  field.value = first;
  // Not `input`, which would cancel an image that is being generated or uploaded for the field.
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

function countWords(html: string): number {
  // `[^<>]` keeps matching linear: with `[^>]`, each `<` in a long run of them would scan to the end.
  return html.replace(/<[^<>]*>/g, ' ').match(/[^\s]+/g)?.length ?? 0;
}
