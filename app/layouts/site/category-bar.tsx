// The category links below the header of wide screens; small screens have them in the menu.
import { NavLink } from '@remix-run/react';
import { type CategoryLink, HIDDEN_IN_BAR } from '~/features/categories/category-view';

export function categoriesInBar(categories: readonly CategoryLink[]): CategoryLink[] {
  return categories.filter((category) => category.name !== HIDDEN_IN_BAR);
}

export function CategoryBar({ categories }: { categories: readonly CategoryLink[] }) {
  const shown = categoriesInBar(categories);
  if (shown.length === 0) return null;
  return (
    <nav className="category-bar" aria-label="Categories">
      <ul className="category-bar__list container">
        {shown.map((category) => (
          <li key={category.slug} data-category={category.slug}>
            <NavLink className="category-bar__link" to={`/category/${category.slug}`} prefetch="intent">
              {category.name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
