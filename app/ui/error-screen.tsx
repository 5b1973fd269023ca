// The error page and the 404 page.
import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from './icon';

interface ErrorScreenProps {
  title: string;
  message: string;
  /** Shows a Try Again button, for temporary failures, that loads the page's data or the whole document again. */
  retry?: 'data' | 'document' | undefined;
}

export function ErrorScreen({ title, message, retry }: ErrorScreenProps) {
  const { pathname, search } = useLocation();
  return (
    <Screen title={title}>
      <p className="standfirst">{message}</p>
      <div className="error-screen__ways">
        {retry && (
          <Link className="button" to={`${pathname}${search}`} replace reloadDocument={retry === 'document'}>
            Try Again
          </Link>
        )}
        <Link className={retry ? 'button button--quiet' : 'button'} to="/">
          Back to Home
        </Link>
      </div>
    </Screen>
  );
}

const WAYS = [
  { to: '/category/all', label: 'All stories' },
  { to: '/newsletter', label: 'The newsletter' },
];

/** `ways` are links to the categories, if the page has them. */
export function NotFoundScreen({
  ways = WAYS,
}: {
  ways?: readonly { to: string; label: string }[] | undefined;
}) {
  return (
    <Screen code="404" title="Oops! Page not found">
      <p className="standfirst">This page may have moved. Try searching for it.</p>
      {/* biome-ignore lint/a11y/useSemanticElements: not every browser knows <search> */}
      <form className="error-screen__search" action="/search" role="search" aria-label="The whole magazine">
        <label className="sr-only" htmlFor="error-screen-query">
          Search the magazine
        </label>
        <input
          className="field__input"
          id="error-screen-query"
          type="search"
          name="q"
          placeholder="Client intake, remote talent…"
        />
        <button className="button button--quiet" type="submit">
          <Icon name="search" />
          Search
        </button>
      </form>
      <ul className="error-screen__hints tag-list">
        {ways.map((way) => (
          <li key={way.to}>
            <Link className="tag-list__tag" to={way.to}>
              {way.label}
            </Link>
          </li>
        ))}
      </ul>
      <div className="error-screen__ways">
        <Link className="button" to="/">
          Return to Home
        </Link>
      </div>
    </Screen>
  );
}

function Screen({
  code,
  title,
  children,
}: {
  code?: string | undefined;
  title: string;
  children: ReactNode;
}) {
  return (
    <section className="error-screen container">
      <div className="error-screen__text">
        {code && <p className="error-screen__code">{code}</p>}
        <h1 className="headline headline--display">{title}</h1>
        {children}
      </div>
      <svg className="error-screen__drawing" viewBox="0 0 320 320" aria-hidden="true" focusable="false">
        <g fill="none" stroke="currentColor" strokeWidth="1.5">
          <path d="M160 52v196M96 276h128M112 260h96M72 92c30 12 58 6 88-12 30 18 58 24 88 12" />
          <path d="M72 92 40 172h64zM248 92l-32 64h64z" />
          <circle cx="160" cy="44" r="9" />
        </g>
        <path className="error-screen__pan" d="M36 172h72a36 30 0 0 1-72 0z" />
        <path className="error-screen__pan error-screen__pan--empty" d="M212 156h72a36 30 0 0 1-72 0z" />
        <g className="error-screen__page" fill="none" stroke="currentColor" strokeWidth="1.5">
          <path d="m262 196 34 10-14 48-44-13 10-36z" />
          <path d="m254 216 26 8m-29 3 26 8" />
        </g>
      </svg>
    </section>
  );
}
