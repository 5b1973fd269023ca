// The frame around every sign-in page. Needs a ToastProvider around it.
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Mark } from '~/layouts/site/wordmark';
import { Icon } from '~/ui/icon';
import { UnsentForms } from '~/ui/unsent-forms';

export function AuthFrame({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="auth">
      <UnsentForms />
      <aside className="auth__aside band--night" aria-hidden="true">
        <p className="auth__motto">
          Less busywork. Better clients. A firm that runs without you in every room.
        </p>
        <svg className="auth__drawing" viewBox="0 0 400 300" aria-hidden="true" focusable="false">
          <g fill="none" stroke="currentColor" strokeWidth="1.25">
            <path d="M0 299.5h400M40 276h320M56 252h288M72 96h256M60 84h280M200 24 60 84h280z" />
            <path d="M92 96v156m28-156v156m40-156v156m28-156v156m24-156v156m28-156v156m40-156v156m28-156v156" />
          </g>
          <circle className="auth__sun" cx="200" cy="62" r="11" />
        </svg>
      </aside>
      <div className="auth__column">
        <header className="auth__head">
          <Link className="auth__mark" to="/">
            <span className="auth__tile" aria-hidden="true">
              <Mark />
            </span>
            {name}
          </Link>
          <Link className="auth__back" to="/">
            <Icon name="arrow-left" size={18} />
            Back to site
          </Link>
        </header>
        <main className="auth__main" id="content">
          {children}
        </main>
      </div>
    </div>
  );
}
