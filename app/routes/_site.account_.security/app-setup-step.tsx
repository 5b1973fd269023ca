// Pairs an authenticator app: QR code, setup key and a field for the first code.
import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { AppSetup } from '~/features/accounts/factors/own-factors';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { CopyButton } from '~/ui/copy-button';
import { FormField } from '~/ui/form-field';
import { SubmitButton } from '~/ui/submit-button';

interface AppSetupStepProps {
  setup: AppSetup;
  refused: RefusedForm | null;
  here: string;
  /** The identity confirmation fields, when they are required. */
  children: ReactNode;
}

export function AppSetupStep({ setup, refused, here, children }: AppSetupStepProps) {
  const { id, name, key, uri, size, path } = setup;
  return (
    <section className="account__card" aria-labelledby="pair">
      <h2 className="headline headline--4" id="pair">
        Pair “{name}”
      </h2>
      <div className="pairing">
        <svg
          className="pairing__qr"
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label="QR code for your authenticator app"
          shapeRendering="crispEdges"
        >
          <path d={path} />
        </svg>
        <div className="pairing__steps">
          <p className="account__text">
            Scan the QR code with your authenticator app.{' '}
            <a className="link" href={uri}>
              Open the app on this device
            </a>{' '}
            instead, or enter this key:
          </p>
          <p className="pairing__key">
            <code>{key}</code>
            <CopyButton text={key.replaceAll(' ', '')} label="Copy" about="the key" />
          </p>
          <Form className="pairing__form" method="post">
            <input type="hidden" name="intent" value="finish-app" />
            <input type="hidden" name="factor" value={id} />
            <FormField
              label="Code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              maxLength={12}
              hint="The six-digit code shown in the app."
              error={refused?.issues.code}
            />
            {children}
            <div className="account__ways">
              <SubmitButton intent="finish-app" pending="Checking...">
                Confirm
              </SubmitButton>
              <Link className="button button--quiet" to={here}>
                Cancel
              </Link>
            </div>
          </Form>
        </div>
      </div>
    </section>
  );
}
