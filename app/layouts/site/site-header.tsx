// The header of public pages: logo, search, Subscribe and categories. It condenses on scroll (site-header.css).
import { Link } from '@remix-run/react';
import type { MouseEvent, ReactNode } from 'react';
import type { SiteLayoutData } from '~/features/site/site-view';
import { Icon } from '~/ui/icon';
import { CategoryBar } from './category-bar';
import { SearchBox } from './search/search-box';
import { SiteMenu } from './site-menu';
import { ThemeButton } from './theme-button';
import { Wordmark } from './wordmark';

interface SiteHeaderProps {
  layout: Pick<SiteLayoutData, 'settings' | 'categories'>;
  onSearch: () => void;
  onSearchApproach: () => void;
  /** The account link. */
  account?: ReactNode;
}

export function SiteHeader({ layout, onSearch, onSearchApproach, account }: SiteHeaderProps) {
  const search = (event: MouseEvent) => {
    event.preventDefault();
    onSearch();
  };
  return (
    <header className="site-header">
      <div className="site-header__masthead">
        <div className="site-header__row container">
          <Wordmark name={layout.settings.name} />
          <SearchBox onOpen={onSearch} onApproach={onSearchApproach} />
          <div className="site-header__tools">
            <Link
              className="site-header__search button button--icon"
              to="/search"
              onClick={search}
              onFocus={onSearchApproach}
            >
              <Icon name="search" size={22} />
              <span className="sr-only">Search</span>
            </Link>
            <div className="site-header__theme">
              <ThemeButton />
            </div>
            <div className="site-header__account">{account}</div>
            <Link className="site-header__subscribe button" to="/newsletter" prefetch="intent">
              Subscribe
            </Link>
            <SiteMenu categories={layout.categories} onSearch={onSearch} />
          </div>
        </div>
      </div>
      <CategoryBar categories={layout.categories} />
    </header>
  );
}
