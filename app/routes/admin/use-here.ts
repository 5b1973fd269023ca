// Addresses of the page one is on, with another dialog, filter or page number.
import { useLocation } from '@remix-run/react';

/** Null takes a parameter away. Dialogs are closed unless named. */
export type Here = (changes: Record<string, string | null>) => string;

const CLOSED = {
  role: null,
  disable: null,
  'sign-out': null,
  new: null,
  edit: null,
  delete: null,
  import: null,
  from: null,
  undo: null,
  preview: null,
};

export function useHere(): Here {
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
