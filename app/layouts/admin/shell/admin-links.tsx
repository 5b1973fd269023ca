// Links to the admin sections that the signed-in account may open.
import { NavLink } from '@remix-run/react';
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
              <NavLink className="admin__link" to={to} end={to === '/admin'} title={label}>
                <AdminIcon name={icon} />
                <span className="admin__word">{label}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}
