// Cards of all tags, filtered while you type.
import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { findTags, type TagCard } from '~/features/tags/tag-view';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { EditAndDelete } from '~/layouts/admin/list/edit-and-delete';
import { LiveFilter } from '~/layouts/admin/list/live-filter';
import { PageHead } from '~/layouts/admin/list/page-head';
import { withQuery } from '~/lib/query-string';
import { countOf } from '~/lib/text';
import { EmptyState } from '~/ui/empty-state';
import { DeleteTag, EditTag, MergeTags } from './tag-dialogs';

interface TagsPageProps {
  tags: TagCard[];
  /** The search text from the URL. */
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
      <PageHead title="Tags" text="Topics that connect articles across categories.">
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
        <LiveFilter
          label="Search tags"
          text={text}
          onText={setText}
          shown={shown.length}
          total={tags.length}
          noun="tag"
        />
      )}
      {tags.length === 0 && !refused && (
        <EmptyState title="No tags yet" text="Create a tag to connect articles across categories.">
          <Link className="button" to={here({ new: '' })}>
            Create Tag
          </Link>
        </EmptyState>
      )}
      {tags.length > 0 && shown.length === 0 && (
        <EmptyState title="No tags found" text={`No name or slug contains “${text}”.`}>
          <Link className="button button--quiet" to="/admin/tags" onClick={() => setText('')}>
            Show All Tags
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
