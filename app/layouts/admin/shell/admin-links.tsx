// Links to the admin sections that the signed-in account may open.
import { Link, NavLink, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { AdminIcon } from './admin-icon';
import { ADMIN_SECTIONS, MORE_ADMIN_SECTIONS } from './admin-sections';
import { useMay } from './use-may';

export function Sections({ id }: { id?: string | undefined }) {
  const may = useMay();
  const lists = [ADMIN_SECTIONS, MORE_ADMIN_SECTIONS]
    .map((all) => all.filter(({ needs }) => may(needs)))
    .filter((sections) => sections.length > 0);
  return (
    <nav className="admin__nav" id={id} aria-label="Admin">
      {lists.map((sections) => (
        <ul className="admin__sections" key={sections[0]?.to}>
          {sections.map(({ label, to, icon }) => (
            <li key={to}>
              <SectionLink to={to} label={label}>
                <AdminIcon name={icon} />
                <span className="admin__word">{label}</span>
              </SectionLink>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}

/** The sections that the tabs of the content dashboard at /admin-old belong to. */
const OLD_TABS: Record<string, string> = { categories: '/admin/categories', webhook: '/admin/settings' };

function SectionLink({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const props = { className: 'admin__link', to, title: label, children };
  if (pathname !== '/admin-old') return <NavLink {...props} end={to === '/admin'} />;
  const tab = new URLSearchParams(search).get('tab') ?? '';
  return <Link {...props} aria-current={to === (OLD_TABS[tab] ?? '/admin/articles') ? 'page' : undefined} />;
}
