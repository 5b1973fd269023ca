// The masthead: logo, search, Subscribe, and the categories under a hairline. It condenses on scroll (shell.css).
import { Link } from '@remix-run/react';
import type { MouseEvent, ReactNode } from 'react';
import type { SiteChrome } from '~/features/site/site-view';
import { Icon } from '~/ui/icon';
import { CategoryBar } from './category-bar';
import { SearchBox } from './search-box';
import { SiteMenu } from './site-menu';
import { ThemeButton } from './theme-button';
import { Wordmark } from './wordmark';

interface SiteHeaderProps {
  chrome: Pick<SiteChrome, 'settings' | 'categories'>;
  onSearch: () => void;
  onSearchApproach: () => void;
  /** Who is signed in; nobody on cached pages. */
  account?: ReactNode;
}

export function SiteHeader({ chrome, onSearch, onSearchApproach, account }: SiteHeaderProps) {
  const search = (event: MouseEvent) => {
    event.preventDefault();
    onSearch();
  };
  return (
    <header className="site-header">
      <div className="site-header__masthead">
        <div className="site-header__row container">
          <Wordmark name={chrome.settings.name} />
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
            <SiteMenu categories={chrome.categories} onSearch={onSearch} />
          </div>
        </div>
      </div>
      <CategoryBar categories={chrome.categories} />
    </header>
  );
}
