// A form's main button: while the form is under way it says so and takes no second press.
import { useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';

interface SubmitButtonProps {
  /** The form's hidden field of that name; tells this form's way from another's. */
  intent: string;
  /** In place of the words meanwhile. */
  pending: string;
  children: ReactNode;
  className?: string;
}

export function SubmitButton({ intent, pending, children, className = 'button' }: SubmitButtonProps) {
  const { formData } = useNavigation();
  const isUnderWay = formData?.get('intent') === intent;
  return (
    <button className={className} type="submit" disabled={isUnderWay}>
      {isUnderWay ? pending : children}
    </button>
  );
}
