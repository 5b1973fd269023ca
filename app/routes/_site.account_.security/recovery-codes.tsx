// Shows the ten recovery codes, once. Takes focus so that screen readers announce it.
import { Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { CopyButton } from '~/ui/copy-button';

export function RecoveryCodes({ codes, here }: { codes: string[]; here: string }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  return (
    <section className="account__card recovery" aria-labelledby="codes" tabIndex={-1} ref={box}>
      <h2 className="headline headline--4" id="codes">
        Your recovery codes
      </h2>
      <p className="account__text">
        Store them somewhere safe, not on the device you use for sign-in codes. If you lose your second
        factor, each code lets you sign in once. <strong>We show them only once.</strong>
      </p>
      <ol className="recovery__codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="account__ways recovery__ways">
        <CopyButton text={text} label="Copy" about="the codes" />
        <a
          className="button button--quiet"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Download
        </a>
        <button className="button button--quiet needs-js" type="button" onClick={() => window.print()}>
          Print
        </button>
        <Link className="button" to={here}>
          I Saved My Codes
        </Link>
      </div>
    </section>
  );
}
