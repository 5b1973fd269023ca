// Who draws, what it costs, and how much of today's money is left.
import { Link } from '@remix-run/react';
import type { ImageCosts } from '~/features/images/images-view';
import { formatDollars } from '~/features/images/money';
import { useMay } from '../admin/use-may';

const NAMES = { 'workers-ai': 'Workers AI', 'cover-artist': 'The cover artist' };

export function CostsLine({ costs }: { costs: ImageCosts }) {
  const { provider, price, spent, cap } = costs;
  const mayChange = useMay()('settings');
  if (!provider) {
    return (
      <div className="images__costs">
        <p className="refusal">
          <strong>Image generation is not configured.</strong> Bind Workers AI, or choose another provider
          with IMAGE_PROVIDER.
        </p>
      </div>
    );
  }
  if (price === 0) {
    return (
      <div className="images__costs">
        <p>
          <strong>{NAMES[provider]}</strong> draws these images. It costs nothing.
        </p>
      </div>
    );
  }
  const isReached = spent + price > cap;
  return (
    <div className="images__costs">
      <p>
        <strong>{NAMES[provider]}</strong> draws these images, at about {formatDollars(price)} each.{' '}
        <span className="images__spent">
          {formatDollars(spent)} of {formatDollars(cap)} spent today.
        </span>{' '}
        {mayChange && (
          <Link className="link" to="/admin/settings">
            Change the cap
          </Link>
        )}
      </p>
      {isReached && (
        <p className="refusal">
          <strong>Today’s spending cap is reached.</strong>{' '}
          {mayChange ? 'Raise it in Settings, or go on tomorrow.' : 'Go on tomorrow.'}
        </p>
      )}
    </div>
  );
}
