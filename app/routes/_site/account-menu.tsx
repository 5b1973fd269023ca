// The masthead's account link. Pages are the same for all, so only the browser of a member asks who that is.
import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';

export function AccountMenu() {
  const [role, setRole] = useState<string | null>();
  useEffect(() => {
    if (!/\bmember=1/.test(document.cookie)) return;
    fetch('/api/me')
      .then((answer) => answer.json() as Promise<{ viewer: { role: string | null } | null }>)
      .then(({ viewer }) => viewer && setRole(viewer.role))
      .catch(() => {}); // away: the link leads to the sign-in page, which knows
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
