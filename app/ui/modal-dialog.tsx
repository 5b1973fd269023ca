// A dialog with its own URL. The server renders it open, so it works without JavaScript; with JavaScript
// it is modal, closes on Escape and returns the focus.
import { Link, useNavigate } from '@remix-run/react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from 'react';
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
const CANCEL_LINK = '.dialog__foot a';
const DISCARD = 'Discard what you typed?';

export function ModalDialog({ title, closeTo, children, wide = false, unsaved = false }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const changed = useRef(false);
  /** Whether the pointer was pressed and released on the backdrop. A drag between it and the dialog also clicks the dialog. */
  const isOnBackdrop = useRef(false);
  const titleId = useId();
  const navigate = useNavigate();

  useEffect(() => {
    const opener = document.activeElement;
    const find = (selector: string) => dialog.current?.querySelector<HTMLElement>(selector);
    const first = find('[aria-invalid="true"]') ?? find('[data-focus]') ?? find(FIELD) ?? find(CANCEL_LINK);
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
  /** The browser would close the dialog without a question if Escape is pressed again after a declined one. */
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (!isInside(event)) return;
    event.preventDefault();
    close();
  };
  /** Not for a dialog of a field, which closes on its own. */
  const isInside = ({ target }: SyntheticEvent) =>
    target instanceof Element && target.closest('dialog') === dialog.current;
  const onPointer = ({ type, target }: PointerEvent) => {
    isOnBackdrop.current = target === dialog.current && (type === 'pointerdown' || isOnBackdrop.current);
  };
  /** A click on the backdrop closes the dialog, unless something was changed, because it may be a mistake. */
  const closeBeside = (event: MouseEvent) => {
    if (event.target === dialog.current && isOnBackdrop.current && !changed.current && !unsaved) close();
  };

  return (
    <dialog
      className={wide ? 'dialog dialog--wide' : 'dialog'}
      ref={dialog}
      open
      aria-labelledby={titleId}
      onCancel={cancel}
      onKeyDown={closeOnEscape}
      onPointerDown={onPointer}
      onPointerUp={onPointer}
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
