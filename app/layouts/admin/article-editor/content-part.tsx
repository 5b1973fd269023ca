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
  const change = () => {
    onChange();
    setWords(countWords(readFields()?.content ?? ''));
  };
  const uploadImage: UploadImage = async (file, onProgress) => {
    const image = await uploadToLibrary(file, 'articles', onProgress);
    fillFeatured(box.current?.closest('form'), image.url);
    return image;
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

/** Without a featured image, the first one in the text becomes it (specification, section 5). */
function fillFeatured(form: HTMLFormElement | null | undefined, url: string): void {
  const field = form?.elements.namedItem('imageUrl');
  if (!(field instanceof HTMLInputElement) || field.value.trim()) return;
  field.value = url;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function countWords(html: string): number {
  // `[^<>]` keeps matching linear: with `[^>]`, each `<` in a long run of them would scan to the end.
  return html.replace(/<[^<>]*>/g, ' ').match(/[^\s]+/g)?.length ?? 0;
}
