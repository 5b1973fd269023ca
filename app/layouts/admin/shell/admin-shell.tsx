// The admin shell: sidebar, header and main content.
import { Form, Link, useFetcher, useLocation, useNavigation } from '@remix-run/react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Role } from '~/features/accounts/account';
import { useImageFallback } from '~/features/articles/ui/image-fallback';
import type { ShellData, ShellNotice } from '~/http/admin/shell-data.server';
import type { SidebarChoice } from '~/http/admin/sidebar-choice';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { ThemeButton } from '~/layouts/site/theme-button';
import { Icon } from '~/ui/icon';
import { type ToastMessage, ToastProvider, useRefusalToast } from '~/ui/toast';
import { UnsentForms } from '~/ui/unsent-forms';
import { UndoButton } from '../list/undo-button';
import { KeptPageToast } from './admin-error';
import { AdminIcon } from './admin-icon';
import { Sections } from './admin-links';
import { CommandButton } from './command-button';
import { Sidebar, useSidebar } from './sidebar';
import { RoleContext, SiteContext } from './use-may';

const SIGN_OUT = 'sign-out';

/** Their URLs are saved, or they show a message in place of a broken image. */
const EDITED_IMAGES = '.rich-editor, .image-field, dialog';

interface AdminShellProps {
  fullName: string;
  role: Role;
  sidebar: SidebarChoice;
  site: ShellData['site'];
  /** Shown once. */
  notice: ShellNotice | null;
  children: ReactNode;
}

export function AdminShell({ fullName, role, sidebar, site, notice, children }: AdminShellProps) {
  const [choice, choose] = useSidebar(sidebar);
  const pending = useNavigation().state !== 'idle';
  const main = useRef<HTMLElement>(null);
  useRestoredFocus(pending);
  useMainFocus(main);
  useImageFallback(EDITED_IMAGES);
  return (
    <ToastProvider initial={toToast(notice)}>
      <UnsentForms />
      <KeptPageToast />
      <RoleContext.Provider value={role}>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <div className={pending ? 'progress-line progress-line--on' : 'progress-line'} aria-hidden="true" />
        <div className={choice === 'collapsed' ? 'admin admin--collapsed' : 'admin'}>
          <Sidebar fullName={fullName} role={role} choice={choice} onChoose={choose} />
          <div className="admin__page">
            <header className="admin__header">
              <MobileMenu />
              <p className="admin__title">Content Management</p>
              <div className="admin__tools">
                <CommandButton />
                <Link className="admin__back" to="/">
                  <Icon name="arrow-left" size={18} />
                  <span>Back to Site</span>
                </Link>
                <ThemeButton />
                <SignOut />
              </div>
            </header>
            <main className="admin__main" id="content" tabIndex={-1} ref={main}>
              <SiteContext.Provider value={site}>{children}</SiteContext.Provider>
            </main>
          </div>
        </div>
      </RoleContext.Provider>
    </ToastProvider>
  );
}

/** Stays on the page if signing out fails, so that nothing typed is lost. */
function SignOut() {
  const fetcher = useFetcher<RefusedForm>({ key: SIGN_OUT });
  useRefusalToast(fetcher.data);
  return (
    <Form method="post" action="/auth/sign-out" navigate={false} fetcherKey={SIGN_OUT}>
      <button className="button button--quiet admin__sign-out" type="submit" aria-label="Sign Out">
        <AdminIcon name="sign-out" />
        <span>Sign Out</span>
      </button>
    </Form>
  );
}

/**
 * Returns the focus to a submit button that was disabled during its submission, which made it lose the focus.
 */
function useRestoredFocus(pending: boolean): void {
  const pressed = useRef<Element | null>(null);
  useEffect(() => {
    const note = () => {
      pressed.current = document.activeElement;
    };
    document.addEventListener('submit', note, true);
    return () => document.removeEventListener('submit', note, true);
  }, []);
  useEffect(() => {
    if (pending) return;
    const { current } = pressed;
    pressed.current = null;
    if (current instanceof HTMLElement && document.activeElement === document.body)
      current.focus({ preventScroll: true });
  }, [pending]);
}

/**
 * Focuses the main content when a navigation removed the focused element, for example the button of a deleted
 * row.
 */
function useMainFocus(main: RefObject<HTMLElement>): void {
  const { key } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [key, main]);
}

function toToast(notice: ShellNotice | null): ToastMessage | null {
  if (!notice) return null;
  const { undo, undoImage, at, ...text } = notice;
  return {
    ...text,
    occasion: at,
    action:
      (undo && <UndoButton action="/admin/articles" intent="restore" ids={undo} />) ||
      (undoImage && <UndoButton action="/admin/images" intent="undo" ids={[undoImage]} />),
  };
}

/** A <details>, so that the menu of small screens works without JavaScript. */
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
