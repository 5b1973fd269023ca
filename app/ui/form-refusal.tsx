// Why a form was refused, in the form: said at once, and the focus goes to the first field that has to change.
import { useEffect, useRef } from 'react';

interface FormRefusalProps {
  /** What failed, and why; null while nothing did. */
  refused: { title: string; message: string } | null;
}

export function FormRefusal({ refused }: FormRefusalProps) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!refused) return;
    const field = box.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
  }, [refused]);
  if (!refused) return null;
  return (
    <p className="refusal" role="alert" ref={box}>
      <strong>{refused.title}.</strong> {refused.message}
    </p>
  );
}
