// Lists what an article still lacks before it is published.
import { listWarnings } from '~/features/articles/editor/checklist';
import type { EditorFields } from '~/features/articles/editor/editor-fields';

interface ChecklistProps {
  fields: EditorFields;
  requiresAltText: boolean;
}

export function Checklist({ fields, requiresAltText }: ChecklistProps) {
  const warnings = listWarnings(fields, requiresAltText);
  return (
    <section className="editor__part editor__checklist" aria-labelledby="title-checklist">
      <h2 className="editor__part-title" id="title-checklist">
        Before you publish
      </h2>
      {warnings.length === 0 ? (
        <p className="field__hint">Everything looks good.</p>
      ) : (
        <ul className="editor__warnings">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
