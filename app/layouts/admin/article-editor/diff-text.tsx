// Renders a text comparison with <ins> and <del>, which screen readers announce.
import type { DiffPart } from '~/features/articles/editor/article-comparison';

interface DiffTextProps {
  /** Null for values that are not text; then `whole` is shown. */
  parts: DiffPart[] | null;
  /** Show one side of the comparison, or both combined. */
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
