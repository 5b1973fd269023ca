// Slug and summary of an article, with their hints. On wide screens they are at the top of the side panel.
import { SLUG_LIMIT, SUMMARY_LIMIT } from '~/features/articles/article';
import type { EditorFields } from '~/features/articles/editor/editor-fields';
import { FormField, TextareaField } from '~/ui/form-field';

interface AboutFieldsProps {
  fields: Pick<EditorFields, 'slug' | 'summary'>;
  /** Field name -> error message. */
  issues: Record<string, string>;
}

export function AboutFields({ fields, issues }: AboutFieldsProps) {
  return (
    <div className="editor__about">
      <FormField
        label="URL Slug"
        name="slug"
        maxLength={SLUG_LIMIT}
        spellCheck={false}
        autoCapitalize="none"
        hint="Leave blank to generate it from the title."
        defaultValue={fields.slug}
        error={issues.slug}
      />
      <TextareaField
        label="Summary"
        name="summary"
        maxLength={SUMMARY_LIMIT}
        hint="Plain text; HTML is removed. Leave blank to use the first sentences of the content."
        defaultValue={fields.summary}
        error={issues.summary}
      />
    </div>
  );
}
