// What readers read: title, address, summary, text.
import { type KeyboardEvent, useState } from 'react';
import { SLUG_LIMIT, SUMMARY_LIMIT, TITLE_LIMIT } from '~/features/articles/article';
import type { EditorFields } from '~/features/articles/editor-fields';
import { uploadPicture } from '~/features/media/ui/upload-picture';
import { FormField, TextareaField } from '~/ui/form-field';
import { RichTextField } from '~/ui/rich-text/rich-text-field';
import type { UploadImage } from '~/ui/rich-text/upload-image';
import { EditorPart } from './editor-part';
import type { PartKey } from './use-tabs';

export interface PartProps {
  fields: EditorFields;
  /** Field -> why it was refused. */
  issues: Record<string, string>;
  /** The open tab; null where all are shown. */
  hiddenUnless: PartKey | null;
}

interface ContentPartProps extends PartProps {
  /** The rich text changed, which tells no form. */
  onChange(): void;
  readFields(): EditorFields | null;
}

const uploadImage: UploadImage = (file, onProgress) => uploadPicture(file, 'articles', onProgress);

export function ContentPart({ fields, issues, hiddenUnless, onChange, readFields }: ContentPartProps) {
  const [words, setWords] = useState(() => countWords(fields.content));
  const change = () => {
    onChange();
    setWords(countWords(readFields()?.content ?? ''));
  };
  return (
    <EditorPart part="content" open={hiddenUnless}>
      <TextareaField
        label="Title"
        name="title"
        rows={1}
        required
        onKeyDown={goOnToText}
        maxLength={TITLE_LIMIT}
        defaultValue={fields.title}
        error={issues.title}
      />
      <FormField
        label="URL Slug"
        name="slug"
        maxLength={SLUG_LIMIT}
        spellCheck={false}
        autoCapitalize="none"
        hint="Left empty, it is made of the title."
        defaultValue={fields.slug}
        error={issues.slug}
      />
      <TextareaField
        label="Summary"
        name="summary"
        maxLength={SUMMARY_LIMIT}
        hint="Plain text: HTML is removed. Left empty, it is made of the first sentences."
        defaultValue={fields.summary}
        error={issues.summary}
      />
      <RichTextField
        label="Content"
        name="content"
        defaultValue={fields.content}
        error={issues.content}
        uploadImage={uploadImage}
        onChange={change}
      />
      <p className="editor__count">{words === 1 ? '1 word' : `${words.toLocaleString('en-US')} words`}</p>
    </EditorPart>
  );
}

/** A title is one line, however many it takes on the screen. */
function goOnToText(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLElement>('.ql-editor')?.focus();
}

function countWords(html: string): number {
  // Not past the next `<`: of nothing but those, each would be read on from to the end.
  return html.replace(/<[^<>]*>/g, ' ').match(/[^\s]+/g)?.length ?? 0;
}
