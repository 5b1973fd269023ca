// The word count and its goal. This browser stores one goal per article.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

const keyOf = (id: string) => `word-goal:${id}`;
const HIGHEST = 100_000;

/** A whole number from 1 to 100,000; null for anything else. */
export function toGoal(text: string | null): number | null {
  const goal = Number(text?.trim() || 'none');
  return Number.isInteger(goal) && goal >= 1 && goal <= HIGHEST ? goal : null;
}

function readGoal(id: string): number | null {
  try {
    return toGoal(localStorage.getItem(keyOf(id)));
  } catch {
    // localStorage is blocked.
    return null;
  }
}

function storeGoal(id: string, goal: number | null): void {
  try {
    if (goal === null) localStorage.removeItem(keyOf(id));
    else localStorage.setItem(keyOf(id), String(goal));
  } catch {
    // localStorage is blocked or full: the goal lasts until the page is closed.
  }
}

/** @param id of the article */
export function WordGoal({ id, words }: { id: string; words: number }) {
  const [goal, setGoal] = useState<number | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setGoal(readGoal(id)), [id]);
  const isOpen = typed !== null;
  useEffect(() => {
    if (!isOpen) return;
    field.current?.focus();
    field.current?.select();
  }, [isOpen]);

  const close = () => {
    setTyped(null);
    // After React has shown the button again.
    requestAnimationFrame(() => button.current?.focus());
  };
  const isValid = !isOpen || typed.trim() === '' || toGoal(typed) !== null;
  const save = () => {
    if (!isValid) return;
    const next = toGoal(typed);
    setGoal(next);
    storeGoal(id, next);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') save();
    else close();
  };
  const count = (number: number) => (number === 1 ? '1 word' : `${number.toLocaleString('en-US')} words`);
  const isReached = goal !== null && words >= goal;
  return (
    <div className="word-goal">
      {isOpen ? (
        <span className="word-goal__form">
          <label htmlFor="word-goal">Word goal</label>
          <input
            ref={field}
            className="field__input word-goal__field"
            id="word-goal"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            aria-invalid={!isValid || undefined}
            aria-describedby="word-goal-hint"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={onKeyDown}
          />
          <button className="word-goal__button" type="button" onClick={save}>
            Set
          </button>
          <span id="word-goal-hint" className={isValid ? 'word-goal__hint' : 'word-goal__hint field__error'}>
            {isValid ? 'Leave blank for no goal.' : 'Enter a number from 1 to 100,000.'}
          </span>
        </span>
      ) : (
        <button
          ref={button}
          className="word-goal__button needs-js"
          type="button"
          onClick={() => setTyped(goal === null ? '' : String(goal))}
        >
          {goal === null ? 'Set Word Goal' : 'Change Word Goal'}
        </button>
      )}
      <span className="word-goal__count">
        {goal !== null && (
          <progress
            className="word-goal__bar"
            aria-label="Word goal"
            max={goal}
            value={Math.min(words, goal)}
          />
        )}
        {goal === null ? count(words) : `${words.toLocaleString('en-US')} of ${count(goal)}`}
      </span>
      <span className="sr-only" role="status">
        {isReached && 'Word goal reached'}
      </span>
    </div>
  );
}
