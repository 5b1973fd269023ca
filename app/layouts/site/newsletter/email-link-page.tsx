// A page that an email link leads to: title, message and a button.
import type { ReactNode } from 'react';

interface EmailLinkPageProps {
  title: string;
  text: ReactNode;
  /** The message confirms an action, so it is announced. */
  isAnswer?: boolean;
  /** False for pages that are not about the newsletter. */
  hasKicker?: boolean;
  children?: ReactNode;
}

export function EmailLinkPage({ title, text, isAnswer, hasKicker = true, children }: EmailLinkPageProps) {
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

/** A plain form, which works in the built-in browsers of email apps. */
export function EmailLinkButton({ token, label }: { token: string; label: string }) {
  return (
    <form method="post">
      <input type="hidden" name="token" value={token} />
      <button className="button button--large" type="submit">
        {label}
      </button>
    </form>
  );
}
