// The article's readership figures, beside the form.
import { Link } from '@remix-run/react';
import { type ArticleFigures, completedShare } from '~/features/readership/article-report';
import { ReadingDepth } from '~/features/readership/ui/reading-depth';

export function ReadingPanel({ id, figures }: { id: string; figures: ArticleFigures }) {
  const { views, engagedSeconds, signUps } = figures;
  const completion = Math.round(100 * (completedShare(figures) ?? 0));
  const count = (number: number, one: string, more: string) =>
    `${number.toLocaleString('en-US')} ${number === 1 ? one : more}`;
  return (
    <section className="editor__part" aria-labelledby="reading-panel">
      <h2 className="editor__part-title" id="reading-panel">
        Readership
      </h2>
      <p>
        {count(views, 'view', 'views')},{' '}
        {count(Math.round(engagedSeconds / 60), 'engaged minute', 'engaged minutes')}, {completion}% read to
        the last quarter, {count(signUps, 'sign-up', 'sign-ups')}.
      </p>
      <ReadingDepth figures={figures} />
      <p>
        <Link className="link" to={`/admin/articles/${id}/readership`}>
          All figures
        </Link>
      </p>
    </section>
  );
}
