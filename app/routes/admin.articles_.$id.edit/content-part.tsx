// What readers read: title, address, summary, text.
import { TITLE_LIMIT } from '~/features/articles/article';
import type { EditorFields } from '~/features/articles/editor-fields';
import { uploadPicture } from '~/features/media/ui/upload-picture';
import { FormField, TextareaField } from '~/ui/form-field';
import { RichTextField } from '~/ui/rich-text/rich-text-field';
import type { UploadImage } from '~/ui/rich-text/upload-image';

export interface PartProps {
  fields: EditorFields;
  /** Field -> why it was refused. */
  issues: Record<string, string>;
}

const uploadImage: UploadImage = (file, onProgress) => uploadPicture(file, 'articles', onProgress);

export function ContentPart({ fields, issues }: PartProps) {
  return (
    <section className="editor__part editor__content" aria-labelledby="editor-content">
      <h2 className="editor__part-title" id="editor-content">
        Content
      </h2>
      <FormField
        label="Title"
        name="title"
        required
        maxLength={TITLE_LIMIT}
        defaultValue={fields.title}
        error={issues.title}
      />
      <FormField
        label="URL Slug"
        name="slug"
        spellCheck={false}
        autoCapitalize="none"
        hint="Left empty, it is made of the title."
        defaultValue={fields.slug}
        error={issues.slug}
      />
      <TextareaField
        label="Summary"
        name="summary"
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
      />
    </section>
  );
}
