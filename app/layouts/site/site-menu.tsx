// The menu of small screens. A <details>, so that it works without JavaScript.
import { Link, NavLink, useLocation } from '@remix-run/react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import type { CategoryLink } from '~/features/categories/category-view';
import { Icon } from '~/ui/icon';
import { useMembership } from './account-menu';
import { categoriesInBar } from './category-bar';
import { ThemeButton } from './theme-button';

interface SiteMenuProps {
  categories: readonly CategoryLink[];
  onSearch: () => void;
}

export function SiteMenu({ categories, onSearch }: SiteMenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const location = useLocation();
  const isMember = useMembership();

  const close = () => {
    if (details.current) details.current.open = false;
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !details.current?.open) return;
    close();
    details.current.querySelector('summary')?.focus();
  };
  const search = (event: MouseEvent) => {
    event.preventDefault();
    close();
    onSearch();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(close, [location.key]);
  useEffect(() => {
    const closeOnOutsideClick = ({ target }: PointerEvent) => {
      if (details.current?.open && !(target instanceof Node && details.current.contains(target)))
        details.current.open = false;
    };
    document.addEventListener('pointerdown', closeOnOutsideClick);
    return () => document.removeEventListener('pointerdown', closeOnOutsideClick);
  }, []);

  return (
    <details className="site-menu" ref={details} onKeyDown={closeOnEscape}>
      <summary className="site-menu__toggle button button--icon">
        <span className="site-menu__when-closed">
          <Icon name="menu" size={24} />
        </span>
        <span className="site-menu__when-open">
          <Icon name="close" size={24} />
        </span>
        <span className="sr-only">Menu</span>
      </summary>
      <nav className="site-menu__panel" aria-label="Menu">
        <ul className="site-menu__categories">
          {categoriesInBar(categories).map((category) => (
            <li key={category.slug} data-category={category.slug}>
              <NavLink className="site-menu__category" to={`/category/${category.slug}`}>
                {category.name}
                <Icon name="arrow-right" />
              </NavLink>
            </li>
          ))}
        </ul>
        <div className="site-menu__tools">
          <Link className="button" to="/newsletter">
            Subscribe
          </Link>
          <Link className="button button--quiet" to="/search" onClick={search}>
            <Icon name="search" />
            Search
          </Link>
          <ThemeButton withLabel />
          <Link className="button button--quiet" to={isMember ? '/account' : '/auth'}>
            {isMember ? 'Account' : 'Member Login'}
          </Link>
        </div>
      </nav>
    </details>
  );
}
