// The header's account link. Pages are cached for everyone, so the browsers of members ask the server who is
// signed in.

import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { readOwnJson } from '~/lib/own-json';

export function AccountMenu() {
  const [role, setRole] = useState<string | null>();
  useEffect(() => {
    if (!/\bmember=1/.test(document.cookie)) return;
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
      <Link className="account-link" to={role === undefined ? '/auth' : '/account'}>
        {role === undefined ? 'Member Login' : 'Account'}
      </Link>
    </>
  );
}
