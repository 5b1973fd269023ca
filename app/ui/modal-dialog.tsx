// A dialog with a URL of its own. The server renders it open, so it works without JavaScript; with JavaScript
// it is modal, closes on Escape and returns the focus.
import { Link, useNavigate } from '@remix-run/react';
import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { Icon } from './icon';

interface ModalDialogProps {
  title: string;
  /** The page's URL without the dialog. */
  closeTo: string;
  children: ReactNode;
  /** For forms with many fields. */
  wide?: boolean;
  /** Asked before Escape discards changes other than typed text. A click on the backdrop then does nothing. */
  unsaved?: string | false;
}

/**
 * The focus starts in the first field, or in the one with `data-focus`. In a confirmation it starts on
 * Cancel, the safe choice.
 */
const FIELD = 'input:not([type="hidden"]), select, textarea';
const WAY_BACK = '.dialog__foot a';
const DISCARD = 'Discard what you typed?';

export function ModalDialog({ title, closeTo, children, wide = false, unsaved = false }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const changed = useRef(false);
  /** Whether the pointer was pressed on the backdrop. A text selection that ends there also clicks the dialog. */
  const isPressedOnBackdrop = useRef(false);
  const titleId = useId();
  const navigate = useNavigate();

  useEffect(() => {
    const opener = document.activeElement;
    const find = (selector: string) => dialog.current?.querySelector<HTMLElement>(selector);
    const first = find('[aria-invalid="true"]') ?? find('[data-focus]') ?? find(FIELD) ?? find(WAY_BACK);
    dialog.current?.close();
    dialog.current?.showModal();
    first?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  const close = () => {
    const question = changed.current ? DISCARD : unsaved;
    if (question && !window.confirm(question)) return;
    navigate(closeTo, { replace: true, preventScrollReset: true });
  };
  const cancel = (event: SyntheticEvent) => {
    // File choosers and the dialogs of fields send this event too.
    if (event.target !== dialog.current) return;
    event.preventDefault();
    close();
  };
  /** A click on the backdrop closes the dialog, unless something was changed, because it may be a mistake. */
  const closeBeside = (event: MouseEvent) => {
    if (event.target === dialog.current && isPressedOnBackdrop.current && !changed.current && !unsaved)
      close();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and a dialog has it
    <dialog
      className={wide ? 'dialog dialog--wide' : 'dialog'}
      ref={dialog}
      open
      aria-labelledby={titleId}
      onCancel={cancel}
      onPointerDown={({ target }) => {
        isPressedOnBackdrop.current = target === dialog.current;
      }}
      onClick={closeBeside}
      onInput={() => {
        changed.current = true;
      }}
    >
      <div className="dialog__frame">
        <div className="dialog__head">
          <h2 className="headline headline--4" id={titleId}>
            {title}
          </h2>
          <Link className="button button--icon" to={closeTo} replace preventScrollReset>
            <Icon name="close" />
            <span className="sr-only">Close</span>
          </Link>
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** The buttons at the end of a dialog: a Cancel link and the given ones. */
export function DialogFoot({ closeTo, children }: { closeTo: string; children: ReactNode }) {
  return (
    <div className="dialog__foot">
      <Link className="button button--quiet" to={closeTo} replace preventScrollReset>
        Cancel
      </Link>
      {children}
    </div>
  );
}
