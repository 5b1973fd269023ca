// The state that a dialog's typing started from. Its page may be asked again while it is open (an upload that ends, say): what
// somebody else saved meanwhile is no state that the words in it know of.
import { useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { RefusedForm } from '~/http/form-answer.server';
import { typedText } from './typed-text';

/** @param row as the page knows it now; null for a new one, and for one that is gone */
export function useDrawnStamp(
  row: { id: string; stamp: string } | null,
  refused: RefusedForm | null,
): string {
  // Whoever was told of the other state saves over it: then the refusal brings no stamp.
  const begin = () => ({ id: row?.id, refused, stamp: typedText(refused, 'stamp') || row?.stamp || '' });
  const [drawn, setDrawn] = useState(begin);
  const isIdle = useNavigation().state === 'idle';
  const isAnother = row !== null && row.id !== drawn.id;
  const isToldAnew = refused !== null && refused !== drawn.refused;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is asked again between a refusal and rest
  useEffect(() => {
    if (isIdle && (isAnother || isToldAnew)) setDrawn(begin);
  }, [isIdle, isAnother, isToldAnew]);
  return drawn.stamp;
}
