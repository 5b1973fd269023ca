// The sidebar of wide screens, expanded or collapsed to icons.
import { Form, Link, useLocation } from '@remix-run/react';
import { type FormEvent, useState } from 'react';
import type { Role } from '~/features/accounts/account';
import { type SidebarChoice, toSidebarCookie } from '~/http/admin/sidebar-choice';
import { Mark } from '~/layouts/site/wordmark';
import { AdminIcon } from './admin-icon';
import { Sections } from './admin-links';

/** Starts with the server's choice. A new choice applies immediately; the next page reads it from the cookie. */
export function useSidebar(initial: SidebarChoice): [SidebarChoice, (choice: SidebarChoice) => void] {
  const [choice, setChoice] = useState(initial);
  const choose = (next: SidebarChoice) => {
    setChoice(next);
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the CookieStore
    document.cookie = toSidebarCookie(next, window.location.protocol === 'https:');
  };
  return [choice, choose];
}

interface SidebarProps {
  fullName: string;
  role: Role;
  choice: SidebarChoice;
  onChoose: (choice: SidebarChoice) => void;
}

export function Sidebar({ fullName, role, choice, onChoose }: SidebarProps) {
  const initials = fullName
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('');
  return (
    <aside className="admin__sidebar">
      <div className="admin__brand">
        <span className="admin__tile" aria-hidden="true">
          <Mark />
        </span>
        <span className="admin__word">Newsroom</span>
        <Collapse choice={choice} onChoose={onChoose} />
      </div>
      <Sections id="admin-sections" />
      <Link className="admin__person" to="/admin/authors/me" title="Your author profile">
        <span className="admin__initials" aria-hidden="true">
          {initials}
        </span>
        <p className="admin__who">
          <span className="admin__name">{fullName}</span>
          <span className="admin__role">{role}</span>
        </p>
      </Link>
    </aside>
  );
}

/** Works without JavaScript as a form that returns to the same page. */
function Collapse({ choice, onChoose }: Pick<SidebarProps, 'choice' | 'onChoose'>) {
  const { pathname, search } = useLocation();
  const next = choice === 'collapsed' ? 'open' : 'collapsed';
  const choose = (event: FormEvent) => {
    event.preventDefault();
    onChoose(next);
  };
  return (
    <Form className="admin__collapse-form" method="post" action="/admin" onSubmit={choose}>
      <input type="hidden" name="sidebar" value={next} />
      <input type="hidden" name="back" value={pathname + search} />
      <button
        className="admin__collapse"
        type="submit"
        aria-expanded={choice === 'open'}
        aria-controls="admin-sections"
        title={choice === 'open' ? 'Collapse the sidebar' : 'Expand the sidebar'}
      >
        <AdminIcon name="collapse" />
        <span className="sr-only">Sidebar</span>
      </button>
    </Form>
  );
}
