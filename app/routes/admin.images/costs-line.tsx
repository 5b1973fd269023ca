// Shows the image provider, its price and today's remaining budget.
import { Link } from '@remix-run/react';
import type { ImageCosts } from '~/features/image-generation/images-view';
import { formatDollars } from '~/features/image-generation/images-view';
import { useMay } from '~/layouts/admin/shell/use-may';

const SOURCES = { 'workers-ai': 'with Workers AI', 'cover-artist': 'on this machine' };

export function CostsLine({ costs }: { costs: ImageCosts }) {
  const { provider, price, spent, cap } = costs;
  const mayChange = useMay()('settings');
  if (!provider) {
    return (
      <div className="images__costs">
        <p className="refusal">
          <strong>Image generation is not configured.</strong> Add the Workers AI binding, or set
          IMAGE_PROVIDER to another provider.
        </p>
      </div>
    );
  }
  if (price === 0) {
    return (
      <div className="images__costs">
        <p>Images are generated {SOURCES[provider]}, free of charge.</p>
      </div>
    );
  }
  const isReached = spent + price > cap;
  return (
    <div className="images__costs">
      <p>
        Images are generated {SOURCES[provider]} for about {formatDollars(price)} each.{' '}
        <span className="images__spent">
          {formatDollars(spent)} of {formatDollars(cap)} spent today.
        </span>{' '}
        {mayChange && (
          <Link className="link" to="/admin/settings">
            Change Spending Cap
          </Link>
        )}
      </p>
      {isReached && (
        <p className="refusal">
          <strong>Today’s spending cap has been reached.</strong>{' '}
          {mayChange ? 'Raise it in Settings, or continue tomorrow.' : 'Continue tomorrow.'}
        </p>
      )}
    </div>
  );
}
