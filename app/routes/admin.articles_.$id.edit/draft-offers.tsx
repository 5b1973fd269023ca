// Words that were never saved, from last time or another tab: brought back or discarded, with scripts or without.
import { Form, Link } from '@remix-run/react';
import type { KeptDraft } from '~/features/articles/article-editor';
import { KeptWords } from '../admin/kept-words';
import { Moment } from '../admin/moment';
import type { LocalCopy } from './local-copies';

interface DraftOffersProps {
  drafts: readonly KeptDraft[];
  /** Kept by this browser. */
  copies: readonly LocalCopy[];
  onRestore(copy: LocalCopy): void;
  onDiscard(copy: LocalCopy): void;
}

export function DraftOffers({ drafts, copies, onRestore, onDiscard }: DraftOffersProps) {
  return (
    <>
      {copies.map((copy) => (
        <KeptWords
          key={copy.copyId}
          title={copy.fields.title}
          savedAt={copy.savedAt}
          onRestore={() => onRestore(copy)}
          onDiscard={() => onDiscard(copy)}
        />
      ))}
      {drafts.map(({ id, title, savedAt }) => (
        <Form className="editor__offer" method="post" key={id}>
          <p>
            You typed something that was not saved: <strong>{title || 'Untitled'}</strong>,{' '}
            <Moment at={savedAt} />.
          </p>
          <Link className="button" to={`?draft=${id}`} reloadDocument>
            Restore
          </Link>
          <input type="hidden" name="draft" value={id} />
          <button className="button button--quiet" type="submit" name="intent" value="discard">
            Discard
          </button>
        </Form>
      ))}
    </>
  );
}
