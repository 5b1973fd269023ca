// What readers read: title, address, summary, text.
import { TITLE_LIMIT } from '~/features/articles/article';
import type { EditorFields } from '~/features/articles/editor-fields';
import { FormField, TextareaField } from '~/ui/form-field';

export interface PartProps {
  fields: EditorFields;
  /** Field -> why it was refused. */
  issues: Record<string, string>;
}

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
      <TextareaField
        label="Content"
        name="content"
        rows={18}
        defaultValue={fields.content}
        error={issues.content}
      />
    </section>
  );
}
