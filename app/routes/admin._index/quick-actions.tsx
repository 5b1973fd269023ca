// The dashboard's quick action links.
import { Link } from '@remix-run/react';
import { AdminIcon, type AdminIconName } from '~/layouts/admin/shell/admin-icon';

export interface QuickAction {
  label: string;
  text: string;
  to: string;
  icon: AdminIconName;
}

export function QuickActions({ actions }: { actions: readonly QuickAction[] }) {
  return (
    <section className="dashboard__actions" aria-labelledby="quick-actions">
      <h2 className="dashboard__label" id="quick-actions">
        Quick Actions
      </h2>
      <ul className="dashboard__ways">
        {actions.map(({ label, text, to, icon }) => (
          <li key={to}>
            <Link className="dashboard__way" to={to}>
              <AdminIcon name={icon} />
              <span>
                <span className="dashboard__way-label">{label}</span>
                <span className="dashboard__way-text">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
