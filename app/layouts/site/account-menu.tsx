// The header's account link. Pages are cached for everyone, so the browsers of members ask the server who is
// signed in.

import { Link, useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { readOwnJson } from '~/lib/own-json';

/** Pages that only signed-in people see. */
const isAccountPage = (pathname: string) => /^\/account(\/|$)/.test(pathname);
const hasMemberCookie = () => /\bmember=1/.test(document.cookie);

/** Whether this browser has signed in; until hydration only known on account pages. */
export function useMembership(): boolean {
  const [isMember, setMember] = useState(false);
  const { key, pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cookie may change with every page
  useEffect(() => setMember(hasMemberCookie()), [key]);
  return isMember || isAccountPage(pathname);
}

export function AccountMenu() {
  const [role, setRole] = useState<string | null>();
  const isKnown = isAccountPage(useLocation().pathname) || role !== undefined;
  useEffect(() => {
    if (!hasMemberCookie()) return;
    fetch('/api/me')
      .then((answer) => readOwnJson<{ viewer: { role: string | null } | null }>(answer))
      .then(({ viewer }) => viewer && setRole(viewer.role))
      .catch(() => {}); // offline: the link leads to the sign-in page, which handles signed-in accounts
  }, []);
  return (
    <>
      {role && (
        <Link className="account-link" to="/admin">
          Newsroom
        </Link>
      )}
      <Link className="account-link" to={isKnown ? '/account' : '/auth'}>
        {isKnown ? 'Account' : 'Member Login'}
      </Link>
    </>
  );
}
