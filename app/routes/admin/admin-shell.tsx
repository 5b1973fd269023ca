// Sidebar, header and main part. The sidebar's state is a data attribute set before paint, as the theme is.
import { Form, Link, NavLink, useNavigation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Role } from '~/features/accounts/account';
import { Icon } from '~/ui/icon';
import { type ToastMessage, ToastProvider } from '~/ui/toast';
import { ThemeButton } from '../_site/theme-button';
import { Mark } from '../_site/wordmark';
import { AdminIcon } from './admin-icon';
import { ADMIN_SECTIONS, BACK_ROOM_SECTIONS } from './admin-sections';
import { RoleContext, useMay } from './use-may';

const COLLAPSED_KEY = 'admin-sidebar';

export interface ShellNotice {
  title: string;
  description?: string;
  destructive?: boolean;
  /** Articles that went to the Trash. */
  undo?: string[];
  /** The generated picture that an article was given. */
  undoImage?: string;
  at?: number;
}

interface AdminShellProps {
  fullName: string;
  role: Role;
  /** Said once. */
  notice: ShellNotice | null;
  children: ReactNode;
}

export function AdminShell({ fullName, role, notice, children }: AdminShellProps) {
  const [collapsed, toggle] = useCollapsed();
  const pending = useNavigation().state !== 'idle';
  return (
    <ToastProvider initial={toToast(notice)}>
      <RoleContext.Provider value={role}>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <div className={pending ? 'progress-line progress-line--on' : 'progress-line'} aria-hidden="true" />
        <div className={collapsed ? 'admin admin--collapsed' : 'admin'}>
          <Sidebar fullName={fullName} role={role} collapsed={collapsed} onToggle={toggle} />
          <div className="admin__page">
            <header className="admin__header">
              <MobileMenu />
              <p className="admin__title">Content Management</p>
              <div className="admin__tools">
                <Link className="admin__back" to="/">
                  <Icon name="arrow-left" size={18} />
                  <span>Back to Site</span>
                </Link>
                <ThemeButton />
                <Form method="post" action="/auth/sign-out">
                  <button
                    className="button button--quiet admin__sign-out"
                    type="submit"
                    aria-label="Sign Out"
                  >
                    <AdminIcon name="sign-out" />
                    <span>Sign Out</span>
                  </button>
                </Form>
              </div>
            </header>
            <main className="admin__main" id="content" tabIndex={-1}>
              {children}
            </main>
          </div>
        </div>
      </RoleContext.Provider>
    </ToastProvider>
  );
}

function toToast(notice: ShellNotice | null): ToastMessage | null {
  if (!notice) return null;
  const { undo, undoImage, at, ...words } = notice;
  return {
    ...words,
    occasion: at,
    action:
      (undo && <Undo action="/admin/articles" intent="restore" ids={undo} />) ||
      (undoImage && <Undo action="/admin/images" intent="undo" ids={[undoImage]} />),
  };
}

function Undo({ action, intent, ids }: { action: string; intent: string; ids: string[] }) {
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="intent" value={intent} />
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <button className="button button--text" type="submit">
        Undo
      </button>
    </Form>
  );
}

/** Starts open as the server draws it, and remembers what its owner chose. */
function useCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(false);
  useEffect(() => {
    try {
      setCollapsed(localStorage.getItem(COLLAPSED_KEY) === 'collapsed');
    } catch {
      // Storage may be forbidden; the sidebar then starts open.
    }
  }, []);
  const toggle = () => {
    setCollapsed(!collapsed);
    try {
      localStorage.setItem(COLLAPSED_KEY, collapsed ? 'open' : 'collapsed');
    } catch {
      // As above: the choice lasts as long as the page.
    }
  };
  return [collapsed, toggle];
}

interface SidebarProps {
  fullName: string;
  role: Role;
  collapsed: boolean;
  onToggle: () => void;
}

function Sidebar({ fullName, role, collapsed, onToggle }: SidebarProps) {
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
        <button
          className="admin__collapse needs-js"
          type="button"
          aria-expanded={!collapsed}
          aria-controls="admin-sections"
          onClick={onToggle}
        >
          <AdminIcon name="collapse" />
          <span className="sr-only">Sidebar</span>
        </button>
      </div>
      <Sections id="admin-sections" />
      <div className="admin__person">
        <span className="admin__initials" aria-hidden="true">
          {initials}
        </span>
        <p className="admin__who">
          <span className="admin__name">{fullName}</span>
          <span className="admin__role">{role}</span>
        </p>
      </div>
    </aside>
  );
}

function Sections({ id }: { id?: string }) {
  const may = useMay();
  const lists = [ADMIN_SECTIONS, BACK_ROOM_SECTIONS].map((all) => all.filter(({ needs }) => may(needs)));
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

/** A <details>, so that small screens have a menu without JavaScript too. */
function MobileMenu() {
  const details = useRef<HTMLDetailsElement>(null);
  const navigation = useNavigation();
  useEffect(() => {
    if (navigation.state === 'loading' && details.current) details.current.open = false;
  }, [navigation.state]);
  return (
    <details className="admin__menu" ref={details}>
      <summary className="button button--icon">
        <Icon name="menu" size={24} />
        <span className="sr-only">Menu</span>
      </summary>
      <div className="admin__menu-panel">
        <Sections />
      </div>
    </details>
  );
}
