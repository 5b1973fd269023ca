// The form that adds an authenticator app, and the page that returns the input when the session expired.
import { Form, Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { AccountHead, AccountRefusal } from '~/layouts/account/account-head';
import { FormField } from '~/ui/form-field';
import { SubmitButton } from '~/ui/submit-button';

interface AddAppProps {
  /** Set when this form was rejected. */
  refused: RefusedForm | null;
  /** The identity confirmation fields, when they are required. */
  children?: ReactNode;
}

export function AddApp({ refused, children }: AddAppProps) {
  return (
    <Form className="account__card" method="post">
      <h2 className="headline headline--4">Add an authenticator app</h2>
      <p className="account__text">
        The app shows a new six-digit code every 30 seconds. Any authenticator app works.
      </p>
      <input type="hidden" name="intent" value="begin-app" />
      <input type="hidden" name="version" value="" />
      <FormField
        label="Name"
        name="name"
        maxLength={100}
        placeholder="Authenticator app"
        hint="Example: “My phone”."
        defaultValue={refused?.typed.name}
        error={refused?.issues.name}
      />
      {children}
      <SubmitButton intent="begin-app" pending="Preparing...">
        Set Up App
      </SubmitButton>
    </Form>
  );
}

/**
 * Shown when the session ended before the form was saved: the submitted name, or a link back to a form
 * without text input. It contains no account data.
 */
export function ReturnedFactorInput({ refused }: { refused: RefusedForm }) {
  const { pathname, search } = useLocation();
  return (
    <div className="account account--security container">
      <AccountHead title="Not saved yet">
        <AccountRefusal refused={refused} />
      </AccountHead>
      {refused.intent === 'begin-app' ? (
        <AddApp refused={refused} />
      ) : (
        <Link className="button" to={pathname + search}>
          Try Again
        </Link>
      )}
    </div>
  );
}
