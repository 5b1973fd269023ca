// The result of a dry run: each article with its differences.
import type { ArticlePreview } from '~/features/maintenance/repair/preview.server';
import { describeRepairCounts } from '~/features/maintenance/repair/repair-run';
import { DiffText } from '~/layouts/admin/article-editor/diff-text';
import { Pagination } from '~/ui/pagination';
import { RowLink } from '~/ui/row-link';

interface PreviewPartProps {
  previews: ArticlePreview[];
  found: number;
  page: number;
  pageCount: number;
  hrefFor(page: number): string;
}

export function PreviewPart({ previews, found, page, pageCount, hrefFor }: PreviewPartProps) {
  return (
    <section className="previews" aria-labelledby="changes">
      <h2 className="headline headline--4" id="changes">
        {found === 1 ? '1 article would change' : `${found.toLocaleString('en-US')} articles would change`}
      </h2>
      <ul className="previews__list">
        {previews.map((preview) => (
          <li key={preview.id}>
            <Preview {...preview} />
          </li>
        ))}
      </ul>
      <Pagination page={page} pageCount={pageCount} hrefFor={hrefFor} />
    </section>
  );
}

function Preview({ id, title, differences, counts, broken, remark }: ArticlePreview) {
  return (
    <article className="panel preview">
      <header className="preview__head">
        <h3 className="preview__title">{title}</h3>
        <RowLink to={`/admin/articles/${id}/edit`} about={title}>
          Edit
        </RowLink>
      </header>
      <p className="preview__facts">
        {remark ?? `${describeRepairCounts(counts, 'to do')}.`}
        {broken > 0 &&
          ` ${broken === 1 ? 'One unreadable image' : `${broken} unreadable images`} will be removed.`}
      </p>
      {differences.map(({ field, label, parts, to }) => (
        <div className="history__part" key={field}>
          <h4 className="field__label">{label}</h4>
          <DiffText parts={parts} side="both" whole={to} />
        </div>
      ))}
    </article>
  );
}
