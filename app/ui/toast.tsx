// Toasts: short messages at the bottom of the screen. Successes are announced politely, failures immediately.
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { Icon } from './icon';

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  /** A failure: announced immediately and shown longer. */
  destructive?: boolean | undefined;
  /** A button or a link next to the text, such as Undo. */
  action?: ReactNode | undefined;
  /** Distinguishes two messages with the same text. */
  occasion?: number | undefined;
}

interface ShownToast extends ToastMessage {
  key: number;
  /** The server's answer to a form. */
  answers?: boolean | undefined;
}

const VISIBLE_MS = 6_000;
const VISIBLE_FAILURE_MS = 10_000;
const MAX_VISIBLE = 3;

const identityOf = (toast?: ToastMessage | null) =>
  toast ? `${toast.title}|${toast.description}|${toast.occasion}` : '';

const ToastContext = createContext<(toast: ToastMessage) => void>(() => {});

/** Returns a function that shows a toast. */
export function useToast(): (toast: ToastMessage) => void {
  return useContext(ToastContext);
}

/** Shows the refusal of a form in a toast. */
export function useRefusalToast(refused: { title: string; message: string } | null | undefined): void {
  const toast = useToast();
  useEffect(() => {
    if (refused) toast({ title: refused.title, description: refused.message, destructive: true });
  }, [refused, toast]);
}

/** `initial` is in the server's HTML, so that forms work without JavaScript. */
export function ToastProvider({
  initial,
  children,
}: {
  initial?: ToastMessage | null | undefined;
  children: ReactNode;
}) {
  const [toasts, setToasts] = useState<ShownToast[]>(() =>
    initial ? [{ ...initial, key: 0, answers: true }] : [],
  );
  const nextKey = useRef(1);
  const seen = useRef(identityOf(initial));
  /** Toasts whose action was used. */
  const used = useRef(new Set<number>());

  const add = useCallback((toast: Omit<ShownToast, 'key'>) => {
    const key = nextKey.current++;
    setToasts((shown) => [...shown, { ...toast, key }].slice(-MAX_VISIBLE));
  }, []);
  const show = useCallback((toast: ToastMessage) => add(toast), [add]);
  const close = useCallback((key: number) => setToasts((shown) => shown.filter((t) => t.key !== key)), []);

  useEffect(() => {
    // Compare the text: the page may create an equal message object on every render.
    if (initial && identityOf(initial) !== seen.current) {
      // Its Undo cannot be used twice.
      setToasts((shown) => shown.filter((toast) => !used.current.has(toast.key)));
      add({ ...initial, answers: true });
    }
    seen.current = identityOf(initial);
  }, [initial, add]);

  useEffect(() => {
    // The next form's answer replaces the previous one. Toasts with Undo stay.
    const dropAnswers = ({ target }: Event) => {
      const changesData = target instanceof HTMLFormElement && target.method === 'post';
      const isKept = ({ destructive, action, answers }: ShownToast) =>
        !destructive && (action || !answers || !changesData);
      setToasts((shown) => shown.filter(isKept));
    };
    document.addEventListener('submit', dropAnswers, true);
    return () => document.removeEventListener('submit', dropAnswers, true);
  }, []);

  const item = (toast: ShownToast) => (
    <Toast key={toast.key} toast={toast} onClose={close} onUse={() => used.current.add(toast.key)} />
  );
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div className="toasts">
        <div className="toasts__list" role="status">
          {toasts.filter((toast) => !toast.destructive).map(item)}
        </div>
        <div className="toasts__list">{toasts.filter((toast) => toast.destructive).map(item)}</div>
      </div>
    </ToastContext.Provider>
  );
}

interface ToastProps {
  toast: ShownToast;
  onClose: (key: number) => void;
  onUse: () => void;
}

function Toast({ toast, onClose, onUse }: ToastProps) {
  const [held, setHeld] = useState(false);
  const { key, destructive } = toast;

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onClose(key), destructive ? VISIBLE_FAILURE_MS : VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [held, key, destructive, onClose]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: being looked at only keeps it open longer
    <div
      className={destructive ? 'toast toast--destructive' : 'toast'}
      role={destructive ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onSubmit={onUse}
    >
      <div className="toast__content">
        <p className="toast__title">{toast.title}</p>
        {toast.description && <p className="toast__text">{toast.description}</p>}
        {toast.action}
      </div>
      <button
        className="button button--icon toast__close needs-js"
        type="button"
        onClick={() => onClose(key)}
      >
        <Icon name="close" size={18} />
        <span className="sr-only">Dismiss</span>
      </button>
    </div>
  );
}
