// Offers templates for a new article. Works without JavaScript.
import { Form } from '@remix-run/react';
import { useId } from 'react';
import type { TemplateChoices } from '~/features/articles/editor/article-editor';

export function TemplateChoice({ templates, used, isMissing }: TemplateChoices) {
  const id = useId();
  return (
    <>
      {isMissing && (
        <p className="refusal" role="alert">
          <strong>This template no longer exists.</strong> Someone may have deleted it. You can start with an
          empty article.
        </p>
      )}
      {templates.length > 0 && (
        // Loads a document, so that the browser asks before unsaved text is left.
        <Form
          className="editor__offer editor__templates"
          method="get"
          action="/admin/articles/new"
          reloadDocument
        >
          <label htmlFor={id}>Start from a template</label>
          <select className="field__input" id={id} name="template" defaultValue={used ?? ''}>
            <option value="">Empty article</option>
            {templates.map((template) => (
              <option key={template.id} value={template.id}>
                {template.name}
              </option>
            ))}
          </select>
          <button className="button button--quiet" type="submit">
            Use Template
          </button>
        </Form>
      )}
    </>
  );
}
