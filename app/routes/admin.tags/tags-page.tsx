// Cards of all tags, narrowed as one types.
import { Form, Link } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { findTags, type TagCard } from '~/features/tags/tag-view';
import type { RefusedForm } from '~/http/form-answer.server';
import { countOf } from '~/lib/count-of';
import { withQuery } from '~/lib/with-query';
import { EmptyState } from '~/ui/empty-state';
import { FormField } from '~/ui/form-field';
import { EditAndDelete } from '../admin/edit-and-delete';
import { PageHead } from '../admin/page-head';
import { DeleteTag, EditTag, MergeTags } from './tag-dialogs';

interface TagsPageProps {
  tags: TagCard[];
  /** The search in the address. */
  query: string;
  dialog: { kind: 'new' | 'edit' | 'delete' | 'merge'; tag: TagCard | null } | null;
  refused: RefusedForm | null;
}

export function TagsPage({ tags, query, dialog, refused }: TagsPageProps) {
  const [text, setText] = useState(query);
  useEffect(() => setText(query), [query]);
  const shown = findTags(tags, text);
  const back = withQuery('/admin/tags', text ? { q: text } : {});
  const here = (open: Record<string, string>) => withQuery(back, open);
  const common = { refused, closeTo: back, query: text };
  return (
    <>
      <PageHead title="Tags" text="Topics across the magazine's sections.">
        {tags.length > 1 && (
          <Link className="button button--quiet" to={here({ merge: '' })} preventScrollReset>
            Merge Tags
          </Link>
        )}
        <Link className="button" to={here({ new: '' })} preventScrollReset>
          New Tag
        </Link>
      </PageHead>
      {tags.length > 0 && (
        <Form className="filters tags__filters" method="get" role="search">
          <FormField
            label="Search tags"
            name="q"
            type="search"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <p className="tags__found" role="status">
            {text ? `${shown.length} of ${tags.length}` : countOf(tags.length, 'tag')}
          </p>
        </Form>
      )}
      {tags.length === 0 && !refused && (
        <EmptyState title="No tags yet" text="Tags tie articles together across categories.">
          <Link className="button" to={here({ new: '' })}>
            Create the first tag
          </Link>
        </EmptyState>
      )}
      {tags.length > 0 && shown.length === 0 && (
        <EmptyState title="No tags found" text={`No name or slug contains “${text}”.`}>
          <Link className="button button--quiet" to="/admin/tags" onClick={() => setText('')}>
            Show all tags
          </Link>
        </EmptyState>
      )}
      <ul className="tags__grid">
        {shown.map((tag) => (
          <Card key={tag.id} tag={tag} here={here} />
        ))}
      </ul>
      {(dialog?.kind === 'new' || dialog?.kind === 'edit') && (
        <EditTag {...common} key={dialog.tag?.id ?? dialog.kind} kind={dialog.kind} tag={dialog.tag} />
      )}
      {dialog?.kind === 'delete' && <DeleteTag {...common} tag={dialog.tag} />}
      {dialog?.kind === 'merge' && <MergeTags {...common} tags={tags} />}
    </>
  );
}

function Card({ tag, here }: { tag: TagCard; here: (open: Record<string, string>) => string }) {
  return (
    <li className="tag-card">
      <h2 className="tag-card__name">{tag.name}</h2>
      <a className="tag-card__slug" href={`/tag/${tag.slug}`}>
        {tag.slug}
      </a>
      <div className="row-actions">
        <EditAndDelete here={here} id={tag.id} about={tag.name} />
        <span className="tag-card__count">{countOf(tag.articleCount, 'article')}</span>
      </div>
    </li>
  );
}
