// URLs of the current page with another dialog, filter or page number.
import { useLocation } from '@remix-run/react';

/** Null removes a parameter. Dialogs are closed unless given. */
export type ListAddress = (changes: Record<string, string | null>) => string;

const CLOSED = {
  role: null,
  disable: null,
  enable: null,
  'sign-out': null,
  new: null,
  edit: null,
  crop: null,
  replace: null,
  delete: null,
  import: null,
  from: null,
  undo: null,
  preview: null,
  cancel: null,
  retry: null,
};

export function useListAddress(): ListAddress {
  const { pathname, search } = useLocation();
  return (changes) => {
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries({ ...CLOSED, ...changes })) {
      if (value === null) params.delete(name);
      else params.set(name, value);
    }
    return params.size > 0 ? `${pathname}?${params}` : pathname;
  };
}
