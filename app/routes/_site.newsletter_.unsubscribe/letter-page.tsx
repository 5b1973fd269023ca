// A page that a letter leads to: what it is about, a sentence, and a button.
import type { ReactNode } from 'react';

interface LetterPageProps {
  title: string;
  text: ReactNode;
  /** The sentence says that something was done. */
  isAnswer?: boolean;
  /** False where it is not about letters that come. */
  hasKicker?: boolean;
  children?: ReactNode;
}

export function LetterPage({ title, text, isAnswer, hasKicker = true, children }: LetterPageProps) {
  return (
    <div className="subscribe-page container">
      {hasKicker && <p className="kicker">The free weekly newsletter</p>}
      <h1 className="headline headline--display">{title}</h1>
      <p className="standfirst" role={isAnswer ? 'status' : undefined}>
        {text}
      </p>
      {children}
    </div>
  );
}

/** A plain form: it works in every browser that a mail program opens. */
export function LetterButton({ token, words }: { token: string; words: string }) {
  return (
    <form method="post">
      <input type="hidden" name="token" value={token} />
      <button className="button button--large" type="submit">
        {words}
      </button>
    </form>
  );
}
