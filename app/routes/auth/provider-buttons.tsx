// The ways in through providers outside, for those that are configured. Plain links: they lead off this site.
import type { OfferedProvider } from '~/features/accounts/external/offered-providers';

interface ProviderButtonsProps {
  providers: readonly OfferedProvider[];
  redirect: string | null;
}

export function ProviderButtons({ providers, redirect }: ProviderButtonsProps) {
  if (providers.length === 0) return null;
  const query = redirect ? `?redirect=${encodeURIComponent(redirect)}` : '';
  return (
    <div className="auth__providers">
      <p className="auth__or">or</p>
      {providers.map(({ id, name }) => (
        <a
          key={id}
          className="button button--large button--quiet"
          href={`/auth/provider/${id}${query}`}
          rel="nofollow"
        >
          Continue with {name}
        </a>
      ))}
    </div>
  );
}
