// Recent searches, shown while the search field is empty.
import { Link } from '@remix-run/react';
import { Icon } from '~/ui/icon';

interface RecentListProps {
  searches: readonly string[];
  onChoose: (text: string) => void;
  onRemove: (text: string) => void;
  onClear: () => void;
}

export function RecentList({ searches, onChoose, onRemove, onClear }: RecentListProps) {
  if (searches.length === 0) return null;
  return (
    <section className="recent-searches">
      <h3 className="aside-title">Recent searches</h3>
      <ul className="recent-searches__list">
        {searches.map((text) => (
          <li className="recent-searches__item" key={text}>
            <Link
              className="recent-searches__link"
              to={`/search?${new URLSearchParams({ q: text })}`}
              onClick={() => onChoose(text)}
            >
              {text}
            </Link>
            <button className="button button--icon" type="button" onClick={() => onRemove(text)}>
              <Icon name="close" size={16} />
              <span className="sr-only">Remove {text}</span>
            </button>
          </li>
        ))}
      </ul>
      <button className="button button--text" type="button" onClick={onClear}>
        Clear Recent Searches
      </button>
    </section>
  );
}
