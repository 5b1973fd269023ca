// A key that was just created.
import { useEffect, useRef } from 'react';
import { CopyButton } from '~/ui/copy-button';

/** Shows the new key, only once. Takes focus so that screen readers announce it. */
export function CreatedKey({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="new-key" role="status" tabIndex={-1} ref={box}>
      <p>
        <strong>Your new key.</strong> Copy it now. You won’t see it again.
      </p>
      <div className="copy-line">
        <code className="new-key__text">{text}</code>
        <CopyButton text={text} label="Copy Key" />
      </div>
    </div>
  );
}
