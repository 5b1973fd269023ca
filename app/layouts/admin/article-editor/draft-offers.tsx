// Offers to restore or discard unsaved drafts from earlier visits or other tabs. Works without JavaScript for
// drafts on the server.
import { Form, Link } from '@remix-run/react';
import type { StoredDraft } from '~/features/articles/editor/article-editor';
import { RelativeTime } from '../list/relative-time';
import { RecoveredDraft } from '../unsaved/recovered-draft';
import type { ArticleCopy } from './article-copies';

interface DraftOffersProps {
  drafts: readonly StoredDraft[];
  /** Copies in this browser's localStorage. */
  copies: readonly ArticleCopy[];
  onRestore(copy: ArticleCopy): void;
  onDiscard(copy: ArticleCopy): void;
}

export function DraftOffers({ drafts, copies, onRestore, onDiscard }: DraftOffersProps) {
  const [first, ...others] = [
    ...copies.map((copy) => (
      <RecoveredDraft
        key={copy.copyId}
        title={copy.fields.title}
        savedAt={copy.savedAt}
        onRestore={() => onRestore(copy)}
        onDiscard={() => onDiscard(copy)}
      />
    )),
    ...drafts.map(({ id, title, savedAt }) => (
      <Form className="editor__offer" method="post" key={id}>
        <p>
          You have an unsaved draft: <strong>{title || 'Untitled'}</strong>, <RelativeTime at={savedAt} />.
        </p>
        <Link className="button" to={`?draft=${id}`} reloadDocument>
          Restore
        </Link>
        <input type="hidden" name="draft" value={id} />
        <button className="button button--quiet" type="submit" name="intent" value="discard">
          Discard
        </button>
      </Form>
    )),
  ];
  if (!first) return null;
  return (
    <div className="editor__offers">
      {first}
      {others.length > 0 && (
        <details className="editor__more-offers">
          <summary>{others.length === 1 ? '1 more draft' : `${others.length} more drafts`}</summary>
          {others}
        </details>
      )}
    </div>
  );
}
