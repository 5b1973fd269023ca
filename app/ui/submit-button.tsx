// The submit button of a form, disabled and with a progress text while the form is being submitted.
import { useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';

interface SubmitButtonProps {
  /** The value of the form's `intent` field, which identifies the submitted form. */
  intent: string;
  /** The label during the submission. */
  pending: string;
  children: ReactNode;
  className?: string;
}

export function SubmitButton({ intent, pending, children, className = 'button' }: SubmitButtonProps) {
  const { formData } = useNavigation();
  const isPending = formData?.get('intent') === intent;
  return (
    <button className={className} type="submit" disabled={isPending}>
      {isPending ? pending : children}
    </button>
  );
}
