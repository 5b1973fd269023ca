// What differs between two texts: marked for the eye and named for whoever listens.
import type { DiffPart } from '~/features/articles/article-comparison';

interface DiffTextProps {
  /** Null for what is no text: then `whole` is shown as it is. */
  parts: DiffPart[] | null;
  /** One side of the comparison, or both in one text. */
  side: 'added' | 'removed' | 'both';
  whole: string;
}

export function DiffText({ parts, side, whole }: DiffTextProps) {
  if (!parts) return <span className="diff">{whole}</span>;
  const shown = parts.filter(({ kind }) => kind === 'same' || side === 'both' || kind === side);
  return (
    <span className="diff">
      {shown.map(({ kind, text }, index) => {
        const key = `${kind}-${index}`;
        if (kind === 'added') return <ins key={key}>{text}</ins>;
        if (kind === 'removed') return <del key={key}>{text}</del>;
        return <span key={key}>{text}</span>;
      })}
    </span>
  );
}
