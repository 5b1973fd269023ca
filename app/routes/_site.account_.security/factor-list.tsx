// Lists the second factors, or explains what it means to have none.
import { Link } from '@remix-run/react';
import type { FactorView } from '~/features/accounts/factors/own-factors';

const KINDS = { totp: 'Authenticator app', webauthn: 'Passkey' } as const;

const formatDay = (iso: string) =>
  new Date(iso).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' });

export function FactorList({ factors, here }: { factors: FactorView[]; here: string }) {
  return (
    <section className="account__card" aria-labelledby="factors">
      <h2 className="headline headline--4" id="factors">
        Your second factors
      </h2>
      {factors.length === 0 ? (
        <p className="account__text">
          No second factor yet, so your password is all that protects this account. Set one up below.
        </p>
      ) : (
        <ul className="account__sessions">
          {factors.map(({ id, type, name, createdAt, usedAt }) => (
            <li className="account__session" key={id}>
              <div className="account__name">
                <p>{name}</p>
                <p className="meta">
                  {KINDS[type]} · added {formatDay(createdAt)} · last used {formatDay(usedAt)}
                </p>
              </div>
              <Link className="button button--quiet" to={`${here}?remove=${id}`} preventScrollReset>
                Remove<span className="sr-only"> {name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
