// Short messages at the foot of the screen. Announced: politely, or at once when something failed.
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { Icon } from './icon';

export interface ToastMessage {
  title: string;
  description?: string;
  /** Something failed: said at once, and stays longer. */
  destructive?: boolean;
  /** A button or a link beside the words, such as Undo. */
  action?: ReactNode;
  /** Tells one saying from the next, when their words are the same. */
  occasion?: number;
}

interface ShownToast extends ToastMessage {
  key: number;
}

const VISIBLE_MS = 6_000;
const VISIBLE_FAILURE_MS = 10_000;
const MOST_AT_ONCE = 3;

const sentence = (toast?: ToastMessage | null) =>
  toast ? `${toast.title}|${toast.description}|${toast.occasion}` : '';

const ToastContext = createContext<(toast: ToastMessage) => void>(() => {});

/** Gives the function that shows a toast. */
export function useToast(): (toast: ToastMessage) => void {
  return useContext(ToastContext);
}

/** `initial` is in the server's HTML, so that a form posted without JavaScript is answered too. */
export function ToastProvider({ initial, children }: { initial?: ToastMessage | null; children: ReactNode }) {
  const [toasts, setToasts] = useState<ShownToast[]>(() => (initial ? [{ ...initial, key: 0 }] : []));
  const nextKey = useRef(1);
  const seen = useRef(sentence(initial));
  /** Those whose button was pressed. */
  const used = useRef(new Set<number>());

  const show = useCallback((toast: ToastMessage) => {
    const key = nextKey.current++;
    setToasts((shown) => [...shown, { ...toast, key }].slice(-MOST_AT_ONCE));
  }, []);
  const close = useCallback((key: number) => setToasts((shown) => shown.filter((t) => t.key !== key)), []);

  useEffect(() => {
    // The words decide, not the object: a page may build the same message anew with each render.
    if (initial && sentence(initial) !== seen.current) {
      // What was undone cannot be undone again.
      setToasts((shown) => shown.filter((toast) => !used.current.has(toast.key)));
      show(initial);
    }
    seen.current = sentence(initial);
  }, [initial, show]);

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
      <div className="toast__words">
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
