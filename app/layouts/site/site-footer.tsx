// The footer of public pages: description, categories, tags, newsletter form and static pages.
import { Link } from '@remix-run/react';
import { type CategoryLink, HIDDEN_IN_BAR } from '~/features/categories/category-view';
import { SubscribeForm } from '~/features/newsletter/ui/subscribe-form';
import { SOCIAL_NETWORKS } from '~/features/settings/social-networks';
import type { SiteLayoutData } from '~/features/site/site-view';
import { Icon, type IconName } from '~/ui/icon';
import { Wordmark } from './wordmark';

const SOCIAL_ICONS: readonly IconName[] = ['linkedin', 'x', 'facebook', 'youtube'];

/** The Interviews category is listed only when it has articles. */
const isListed = (category: CategoryLink) => category.name !== HIDDEN_IN_BAR || category.articleCount > 0;

export function SiteFooter({ layout }: { layout: SiteLayoutData }) {
  const { settings } = layout;
  return (
    <footer className="site-footer band--night">
      <div className="site-footer__columns container">
        <div className="site-footer__about">
          <Wordmark name={settings.name} />
          <p className="site-footer__blurb">{settings.blurb}</p>
          <ul className="site-footer__social">
            {SOCIAL_NETWORKS.map((network, index) => (
              <li key={network}>
                <a
                  className="site-footer__network"
                  href={settings.socialLinks[index] ?? '#'}
                  rel="me noopener"
                >
                  <Icon name={SOCIAL_ICONS[index] ?? 'share'} />
                  <span className="sr-only">{network}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <section className="site-footer__categories" hidden={layout.categories.length === 0}>
          <h2 className="site-footer__title kicker">Categories</h2>
          <ul className="site-footer__list">
            {layout.categories.filter(isListed).map((category) => (
              <li key={category.slug}>
                <Link className="site-footer__link" to={`/category/${category.slug}`}>
                  {category.name}
                </Link>{' '}
                <span className="site-footer__count">{category.articleCount}</span>
              </li>
            ))}
          </ul>
        </section>
        <section className="site-footer__tags" hidden={layout.tags.length === 0}>
          <h2 className="site-footer__title kicker">Popular Tags</h2>
          <ul className="tag-list">
            {layout.tags.map((tag) => (
              <li key={tag.slug}>
                <Link className="tag-list__tag" to={`/tag/${tag.slug}`}>
                  {tag.name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
        <section className="site-footer__newsletter">
          <h2 className="site-footer__title kicker">Stay Updated</h2>
          <p className="site-footer__invitation">
            The week’s best ideas, every Tuesday. Unsubscribe at any time.
          </p>
          <SubscribeForm source="footer" label="Email address for updates" buttonText="Subscribe" />
        </section>
      </div>
      <div className="site-footer__base container">
        <p>
          © {layout.year} {settings.name}. All rights reserved.
        </p>
        <nav aria-label="About the magazine">
          <ul className="site-footer__pages">
            {layout.pages.map((page) => (
              <li key={page.slug}>
                <Link className="site-footer__link" to={`/page/${page.slug}`}>
                  {page.name}
                </Link>
              </li>
            ))}
            <li>
              <Link className="site-footer__link" to="/auth">
                Member Login
              </Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
