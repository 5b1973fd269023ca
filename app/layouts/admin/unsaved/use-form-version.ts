// Tracks the version that a dialog's edit started from. Revalidation while the dialog is open, for example
// after an upload, must not move it to a version that someone else saved.
import { useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { typedText } from './typed-text';

/** @param row the current row; null for a new one, and for one that was deleted */
export function useFormVersion(
  row: { id: string; version: string } | null,
  refused: RefusedForm | null,
): string {
  // After a conflict the refusal has no version: the next save replaces the version that the person was
  // shown.
  const begin = () => ({
    id: row?.id,
    refused,
    version: typedText(refused, 'version') || row?.version || '',
  });
  const [rendered, setRendered] = useState(begin);
  const isIdle = useNavigation().state === 'idle';
  const isAnother = row !== null && row.id !== rendered.id;
  const isNewRefusal = refused !== null && refused !== rendered.refused;
  // biome-ignore lint/correctness/useExhaustiveDependencies: revalidation runs between a refusal and idle
  useEffect(() => {
    if (isIdle && (isAnother || isNewRefusal)) setRendered(begin);
  }, [isIdle, isAnother, isNewRefusal]);
  return rendered.version;
}
