// A row of the article list.
import { Form, Link } from '@remix-run/react';
import type { KeyboardEvent, MouseEvent } from 'react';
import {
  ARTICLES_PATH,
  type ArticleListQuery,
  articleListAddress,
} from '~/features/articles/list/article-list-query';
import { type ListedArticle, statusLabel } from '~/features/articles/list/article-list-view';
import { thumbnailSource } from '~/features/media/image-source';
import { BULK_FORM, type Selection } from '~/layouts/admin/list/use-selection';
import { useMay } from '~/layouts/admin/shell/use-may';
import { focusClass } from '~/lib/focal-point';
import { RowLink } from '~/ui/row-link';

interface RowProps {
  article: ListedArticle;
  query: ArticleListQuery;
  selection: Selection;
  isPending: boolean;
}

export function ArticleRow({ article, query, selection, isPending }: RowProps) {
  const { id, title, summary, status, deleted } = article;
  const mayAll = useMay()('all articles');
  const isChosen = selection.has(id);
  const toggle = ({ nativeEvent }: { nativeEvent: Event }) =>
    selection.toggle(id, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey);
  // Shift-click would also select text.
  const keepText = (event: MouseEvent) => {
    if (event.shiftKey) event.preventDefault();
  };
  // Enter in a checkbox would submit the form with its first button. Move focus to the bulk bar instead.
  const goToBar = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (isChosen) document.getElementById(BULK_FORM)?.querySelector('button')?.focus();
  };
  return (
    <tr data-chosen={isChosen || undefined} data-pending={isPending || undefined}>
      {mayAll && (
        <td className="articles__check">
          <label className="articles__box" onMouseDown={keepText}>
            <input
              type="checkbox"
              name="id"
              value={id}
              form={BULK_FORM}
              checked={isChosen}
              onChange={toggle}
              onKeyDown={goToBar}
            />
            <span className="sr-only">Select {title}</span>
          </label>
        </td>
      )}
      <td className="articles__thumb">
        <img
          className={focusClass(article.image) || undefined}
          src={thumbnailSource(article.image)}
          width={80}
          height={60}
          alt=""
          loading="lazy"
          decoding="async"
        />
      </td>
      <td className="articles__title">
        {deleted ? (
          <span className="articles__name">{title}</span>
        ) : (
          <Link className="articles__name" to={`${ARTICLES_PATH}/${id}/edit`}>
            {title}
          </Link>
        )}
        {/* A space, so that the badges can wrap to a new line. */}{' '}
        {(article.isFeatured || article.isPopular || article.membersOnly) && (
          <span className="articles__badges">
            {article.isFeatured && <span className="tag-badge tag-badge--featured">Featured</span>}
            {article.isPopular && <span className="tag-badge">Popular</span>}
            {article.membersOnly && <span className="tag-badge">Members</span>}
          </span>
        )}
        {summary && <p className="articles__summary">{summary}</p>}
      </td>
      <td className="articles__category">
        {article.category ?? <span className="articles__none">No Category</span>}
      </td>
      <td className="articles__status">
        <span className={`status status--${status}`}>{statusLabel(status)}</span>{' '}
        {article.publishAt && !deleted && (
          <span className="articles__moment">
            <span className="articles__words">Scheduled for </span>
            {article.publishAt}
          </span>
        )}
      </td>
      <td className="articles__author">{article.author}</td>
      <td className="articles__date">
        {deleted ? (
          <>
            {deleted.date}
            <span className="articles__moment">
              {deleted.daysLeft} {deleted.daysLeft === 1 ? 'day' : 'days'} left
            </span>
          </>
        ) : (
          article.publishDate
        )}
      </td>
      {!deleted && (
        <>
          <Figure of="views" label="views" figure={article.views} to={id} />
          <Figure of="minutes" label="min" figure={article.minutes} to={id} />
        </>
      )}
      <td className="articles__actions">
        {deleted ? (
          <TrashActions article={article} query={query} />
        ) : (
          <Actions article={article} query={query} />
        )}
      </td>
    </tr>
  );
}

interface FigureProps {
  of: 'views' | 'minutes';
  /** On phones, where the column has no heading. */
  label: string;
  figure: number;
  to: string;
}

function Figure({ of, label, figure, to }: FigureProps) {
  return (
    <td className={`articles__figure articles__${of}`}>
      <Link className="articles__figure-link" to={`${ARTICLES_PATH}/${to}/readership`}>
        {figure.toLocaleString('en-US')}
        <span className="articles__unit"> {label}</span>
      </Link>
    </td>
  );
}

type ActionsProps = Pick<RowProps, 'article' | 'query'>;

function Actions({ article: { id, slug, title, status, publishAt, wasPublished }, query }: ActionsProps) {
  const mayAll = useMay()('all articles');
  const mayDelete = mayAll || (status === 'draft' && publishAt === null && !wasPublished);
  const name = <span className="sr-only"> {title}</span>;
  return (
    <div className="row-actions">
      <a className="row-action" href={`/article/${slug}`}>
        View{name}
      </a>
      <RowLink to={`${ARTICLES_PATH}/${id}/edit`} about={title}>
        Edit
      </RowLink>
      {(mayAll || mayDelete) && (
        <RowLink to={`${ARTICLES_PATH}/${id}/related`} about={title}>
          Related
        </RowLink>
      )}
      {mayDelete && (
        <RowLink to={articleListAddress(query, {}, [['delete', id]])} about={title} danger preventScrollReset>
          Delete
        </RowLink>
      )}
    </div>
  );
}

function TrashActions({ article: { id, title }, query }: ActionsProps) {
  const mayErase = useMay()('all articles');
  const name = <span className="sr-only"> {title}</span>;
  return (
    <div className="row-actions">
      <Form method="post" action={articleListAddress(query)} preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <button className="row-action" type="submit" name="intent" value="restore">
          Restore{name}
        </button>
      </Form>
      {mayErase && (
        <RowLink to={articleListAddress(query, {}, [['erase', id]])} about={title} danger preventScrollReset>
          Delete Permanently
        </RowLink>
      )}
    </div>
  );
}
