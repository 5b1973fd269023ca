// The Undo button of a notice.
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

interface UndoButtonProps {
  /** The URL of the action that undoes it. */
  action: string;
  intent: string;
  ids: string[];
}

export function UndoButton({ action, intent, ids }: UndoButtonProps) {
  const { state } = useNavigation();
  const isSent = useRef(false);
  useEffect(() => {
    if (state === 'idle') isSent.current = false;
  }, [state]);
  return (
    <Form
      method="post"
      action={action}
      preventScrollReset
      onSubmit={(event) => {
        // Ignore a second click: the second undo would fail, and its error would replace the success notice.
        if (isSent.current) event.preventDefault();
        isSent.current = true;
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <button className="button button--text" type="submit">
        Undo
      </button>
    </Form>
  );
}
