// The toast of a refused form of the sign-in pages. Not in ui/toast.tsx, which every public page loads.
import type { ToastMessage } from '~/ui/toast';

const occasions = new WeakMap<object, number>();
let lastOccasion = 0;

/** The toast for a refusal of a form. Another refusal with the same text is shown again. */
export function toRefusalToast(refused: object, title: string, description: string): ToastMessage {
  const occasion = occasions.get(refused) ?? ++lastOccasion;
  occasions.set(refused, occasion);
  return { title, description, destructive: true, occasion };
}
