// The hints for the text, which follow it after a pause in typing. Their buttons move to where they apply.
import { useContext, useEffect, useId, useMemo, useRef, useState } from 'react';
import { unmarkMatches } from '~/ui/rich-text/tools/mark-matches';
import { whenIdle } from '~/ui/when-idle';
import { SiteContext } from '../../shell/use-may';
import { nextAfterCursor, showTarget } from './show-target';
import { listOwnPaths, toWritingHints } from './to-hints';
import { useBrokenPaths } from './use-broken-paths';
import { readWrittenText, type WrittenText } from './written-text';

export interface HintListProps {
  /** The field of the text; the rich-text editor appears in it when it is loaded. */
  fieldOf(): Element | null;
}

/** In milliseconds, after typing. */
const DELAY = 600;

export function HintList({ fieldOf }: HintListProps) {
  const id = useId();
  const { url: origin } = useContext(SiteContext);
  const [written, setWritten] = useState<WrittenText | null>(null);
  const paths = useMemo(() => listOwnPaths(written?.links ?? []), [written]);
  const broken = useBrokenPaths(paths);
  /** The target that a button showed last; null after a change of the text. */
  const shown = useRef<{ key: string; at: number } | null>(null);
  const textOf = () => fieldOf()?.querySelector<HTMLElement>('.ql-editor') ?? null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the field and the site stay the same
  useEffect(() => {
    const field = fieldOf();
    if (!field) return;
    const unmark = () => {
      if (shown.current) unmarkMatches();
      shown.current = null;
    };
    const read = () => {
      const text = textOf();
      if (text) setWritten(readWrittenText(text, origin));
    };
    let seen = textOf();
    let cancel = whenIdle(read);
    const observer = new MutationObserver((changes) => {
      const text = textOf();
      if (text === seen && !changes.some(({ target }) => text?.contains(target))) return;
      seen = text;
      unmark();
      cancel();
      const waiting = setTimeout(() => {
        cancel = whenIdle(read);
      }, DELAY);
      cancel = () => clearTimeout(waiting);
    });
    observer.observe(field, {
      ...{ childList: true, characterData: true, subtree: true },
      attributeFilter: ['alt', 'href'],
    });
    return () => {
      cancel();
      observer.disconnect();
      unmark();
    };
  }, []);

  const show = (key: string) => {
    const text = textOf();
    if (!text) return;
    // Read again: the text may have changed since the hints were computed.
    const hints = toWritingHints(readWrittenText(text, origin), broken);
    const targets = hints.find((hint) => hint.key === key)?.targets() ?? [];
    if (targets.length === 0) return;
    const { current: last } = shown;
    const at = last?.key === key ? (last.at + 1) % targets.length : nextAfterCursor(text, targets);
    shown.current = { key, at };
    showTarget(text, targets, at);
  };
  if (!written) return null;
  const hints = toWritingHints(written, broken);
  const { ease } = written;
  return (
    <>
      {ease && (
        <p className="hints__ease">
          {ease.label}: reading ease {ease.score} of 100
        </p>
      )}
      {hints.length === 0 ? (
        <p className="field__hint">Nothing to improve.</p>
      ) : (
        <ul className="hints__list">
          {hints.map(({ key, text, action }) => (
            <li className="hints__item" key={key}>
              <span id={id + key}>{text}</span>
              {action && (
                <button
                  className="word-goal__button"
                  type="button"
                  aria-describedby={id + key}
                  onClick={() => show(key)}
                >
                  {action}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
