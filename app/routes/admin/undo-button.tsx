// Takes back what a message has just told of.
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

interface UndoButtonProps {
  /** Who takes it back. */
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
        // A second click takes nothing back: there is nothing left, and it would be told so in the place of the success.
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
