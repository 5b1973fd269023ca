// The short article form in a dialog. Fields that only the full editor has are kept unchanged.
import { Form, Link } from '@remix-run/react';
import { SUMMARY_LIMIT, TITLE_LIMIT } from '~/features/articles/article';
import type { EditorView } from '~/features/articles/editor/article-editor';
import type { EditorFields } from '~/features/articles/editor/editor-fields';
import { ArticleFields, ArticleFlags } from '~/features/articles/ui/article-fields';
import { SEO_FIELDS } from '~/features/seo/seo';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { withQuery } from '~/lib/query-string';
import { FormField, TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';

/** A rejected article form with the submitted values. */
export type RefusedArticleForm = RefusedForm & {
  id?: string | undefined;
  version?: number | undefined;
  fields?: EditorFields | undefined;
  /** Set when the article to create exists already: the form then edits it. */
  stored?: EditorView | null | undefined;
};

/** Builds the editor view from the submitted values when the article was deleted during editing. */
export function typedEditor(refused: RefusedArticleForm | null): EditorView | null {
  if (!refused?.fields || !refused.id) return null;
  const { id, version = 0, fields } = refused;
  const choices = { categories: [], tags: [], authors: [] };
  const none = {
    slug: null,
    isPublished: false,
    isReadOnly: false,
    requiresAltText: false,
    savedAt: null,
    reading: null,
    drafts: [],
    start: null,
    restored: null,
  };
  return { id, copyId: id, version, fields, ...none, choices, timeZone: 'UTC' };
}

interface ArticleFormProps {
  kind: 'new' | 'edit';
  editor: EditorView;
  refused: RefusedArticleForm | null;
  closeTo: string;
}

export function ArticleForm({ kind, editor, refused, closeTo }: ArticleFormProps) {
  const fields = refused?.fields ?? editor.fields;
  const issues = refused?.issues ?? {};
  const intent = kind === 'new' ? 'create' : 'save';
  const isStale = refused?.fields !== undefined && refused.version !== editor.version;
  return (
    <ModalDialog title={kind === 'new' ? 'Create Article' : 'Edit Article'} closeTo={closeTo} wide>
      <Form
        className="form"
        method="post"
        action={withQuery(closeTo, kind === 'new' ? { new: '' } : { edit: editor.id })}
        preventScrollReset
      >
        <FormRefusal refused={refused} />
        {isStale && <CurrentVersion fields={editor.fields} />}
        <HiddenFields
          intent={intent}
          id={kind === 'new' ? (refused?.id ?? editor.id) : editor.id}
          version={editor.version}
          fields={isStale ? editor.fields : fields}
        />
        <FormField
          label="Title"
          name="title"
          required
          maxLength={TITLE_LIMIT}
          defaultValue={fields.title}
          error={issues.title}
        />
        <TextareaField
          label="Summary"
          name="summary"
          rows={2}
          maxLength={SUMMARY_LIMIT}
          defaultValue={fields.summary}
          hint="Leave blank to generate it from the content."
          error={issues.summary}
        />
        <TextareaField
          label="Content"
          name="content"
          rows={9}
          required
          spellCheck
          defaultValue={fields.content}
          hint="HTML. Unsafe markup is removed on save."
          error={issues.content}
        />
        <div className="form__row">
          <ArticleFields fields={fields} choices={editor.choices} issues={issues} />
        </div>
        <FormField
          label="Image URL"
          name="imageUrl"
          autoComplete="off"
          spellCheck={false}
          defaultValue={fields.imageUrl}
          error={issues.imageUrl}
        />
        <div className="form__row">
          <ArticleFlags fields={fields} />
        </div>
        <DialogFoot closeTo={closeTo}>
          {kind === 'edit' && (
            <Link className="button button--quiet" to={`/admin/articles/${editor.id}/edit`}>
              Open in Editor
            </Link>
          )}
          <SubmitButton intent={intent} pending="Saving...">
            Save Article
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

interface HiddenFieldsProps {
  intent: string;
  id: string;
  version: number;
  fields: EditorFields;
}

/**
 * Carries values this form does not show, so that a save keeps them. `version` is the current one, so saving
 * again overwrites the newer version shown to the editor. After a conflict, `fields` are those of that version.
 */
function HiddenFields({ intent, id, version, fields }: HiddenFieldsProps) {
  const values: [string, string][] = [
    ['intent', intent],
    ['id', id],
    ['version', String(version)],
    ['slug', fields.slug],
    ['imageAlt', fields.imageAlt],
    ['publishAt', fields.publishAt],
    ...SEO_FIELDS.map((name): [string, string] => [name, fields[name]]),
    ...fields.tagIds.map((id): [string, string] => ['tagIds', id]),
    ...fields.coauthors.map((name): [string, string] => ['coauthors', name]),
  ];
  const lists = new Set(['tagIds', 'coauthors']);
  return values.map(([name, value]) => (
    <input key={`${name} ${lists.has(name) ? value : ''}`} type="hidden" name={name} value={value} />
  ));
}

/** Shows the version someone else saved next to the submitted values. */
function CurrentVersion({ fields }: { fields: EditorFields }) {
  return (
    <details className="as-it-stands" open>
      <summary>The current version. Saving again replaces it with yours.</summary>
      <p className="as-it-stands__title">{fields.title}</p>
      <p>{fields.summary}</p>
      <pre className="code-sample">{fields.content}</pre>
    </details>
  );
}
