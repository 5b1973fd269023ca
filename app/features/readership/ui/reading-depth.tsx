// How far people read: a bar for each quarter of the text, beside the headings in that quarter.
import type { ArticleFigures, OutlineHeading } from '../article-report';

interface ReadingDepthProps {
  figures: Pick<ArticleFigures, 'views' | 'quarters'>;
  outline?: readonly OutlineHeading[];
}

const NAMES = ['First quarter', 'Second quarter', 'Third quarter', 'Last quarter'];

export function ReadingDepth({ figures: { views, quarters }, outline = [] }: ReadingDepthProps) {
  return (
    <ol className="reading-depth">
      {quarters.map((reached, index) => {
        const share = views > 0 ? Math.round((100 * reached) / views) : 0;
        const headings = outline.filter(({ quarter }) => quarter === index + 1);
        return (
          <li className="reading-depth__quarter" key={NAMES[index]}>
            <span className="reading-depth__name">{NAMES[index]}</span>
            <span className="reading-depth__share">
              {share}%<span className="sr-only"> of the views reached it</span>
            </span>
            <svg
              className="reading-depth__bar"
              preserveAspectRatio="none"
              viewBox="0 0 100 8"
              aria-hidden="true"
            >
              <rect className="ad-plot__ground" width={100} height={8} />
              <rect className="ad-plot__bar" width={share} height={8} />
            </svg>
            {headings.length > 0 && (
              <ul className="reading-depth__headings">
                {headings.map(({ text }) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
}
