// A row for one article without a featured image, with its Generate button.
import { Link, useFetcher } from '@remix-run/react';
import { type MouseEvent, useEffect } from 'react';
import { statusLabel } from '~/features/articles/list/article-list-view';
import type { ArticleWithoutImage } from '~/features/image-generation/images-view';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { BULK_FORM, type Selection } from '~/layouts/admin/list/use-selection';
import { AdminIcon } from '~/layouts/admin/shell/admin-icon';
import { useToast } from '~/ui/toast';

interface MissingImageRowProps {
  article: ArticleWithoutImage;
  selection: Selection;
  /** The URL of the current list page, so that the form returns to it. */
  action: string;
}

export function MissingImageRow({ article, selection, action }: MissingImageRowProps) {
  const { id, title, summary, category, categorySlug, author, publishDate, status } = article;
  const fetcher = useFetcher<RefusedForm>();
  const isUnderWay = fetcher.state !== 'idle';
  const refused = isUnderWay ? null : (fetcher.data ?? null);
  const toast = useToast();
  useEffect(() => {
    if (refused) toast({ title: `${refused.title}: ${refused.message}`, destructive: true });
  }, [refused, toast]);
  const isChosen = selection.has(id);
  const toggle = ({ nativeEvent }: { nativeEvent: Event }) =>
    selection.toggle(id, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey);
  // Shift-click would also select text.
  const keepText = (event: MouseEvent) => {
    if (event.shiftKey) event.preventDefault();
  };
  const work = isUnderWay ? 'running' : article.work;
  return (
    <li
      className="lacking__row"
      data-chosen={isChosen || undefined}
      data-work={work ?? undefined}
      data-category={categorySlug ?? undefined}
    >
      <label className="articles__box lacking__check" onMouseDown={keepText}>
        <input type="checkbox" name="id" value={id} form={BULK_FORM} checked={isChosen} onChange={toggle} />
        <span className="sr-only">Select {title}</span>
      </label>
      <span className="lacking__thumb" aria-hidden="true">
        <AdminIcon name="images" />
      </span>
      <div className="lacking__text">
        <Link className="articles__name" to={`/admin/articles/${id}/edit`}>
          {title}
        </Link>
        {summary && <p className="articles__summary">{summary}</p>}
        <p className="lacking__facts">
          <span className={`status status--${status}`}>{statusLabel(status)}</span>
          <span>{category ?? 'No Category'}</span>
          <span>{author}</span>
          <span>{publishDate}</span>
        </p>
        {refused ? (
          <p className="lacking__reason">{refused.message}</p>
        ) : (
          work === 'failed' && article.reason && <p className="lacking__reason">{article.reason}</p>
        )}
      </div>
      <fetcher.Form className="lacking__form" method="post" action={action}>
        <input type="hidden" name="intent" value="generate" />
        <input type="hidden" name="articleId" value={id} />
        {work === 'waiting' ? (
          <span className="lacking__state">Waiting</span>
        ) : (
          <button className="button button--quiet" type="submit" disabled={work === 'running'}>
            {work === 'running' ? 'Generating...' : 'Generate'}
            <span className="sr-only"> an image for {title}</span>
          </button>
        )}
      </fetcher.Form>
    </li>
  );
}
