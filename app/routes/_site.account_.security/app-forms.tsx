// Adding an authenticator app: the form with words in it, which comes back when the session ended while they were typed.
import { Form, Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { RefusedForm } from '~/http/form-answer.server';
import { FormField } from '~/ui/form-field';
import { SubmitButton } from '~/ui/submit-button';
import { AccountHead, Refusal } from '../_site.account/account-head';

interface AddAppProps {
  /** This form, if it was refused. */
  refused: RefusedForm | null;
  /** Fields that show who asks, when that is due. */
  children?: ReactNode;
}

export function AddApp({ refused, children }: AddAppProps) {
  return (
    <Form className="account__card" method="post">
      <h2 className="headline headline--4">Add an authenticator app</h2>
      <p className="account__text">
        An app on your phone shows six digits, new ones every 30 seconds. Any app for one-time codes will do.
      </p>
      <input type="hidden" name="intent" value="begin-app" />
      <input type="hidden" name="stamp" value="" />
      <FormField
        label="Name"
        name="name"
        maxLength={100}
        placeholder="Authenticator app"
        hint="To know it by, such as “My phone”."
        defaultValue={refused?.typed.name}
        error={refused?.issues.name}
      />
      {children}
      <SubmitButton intent="begin-app" pending="Preparing…">
        Set Up
      </SubmitButton>
    </Form>
  );
}

/** The page for nobody: the words that were sent, or the way back to a form that had none, and nothing about the account. */
export function GivenBack({ refused }: { refused: RefusedForm }) {
  const { pathname, search } = useLocation();
  return (
    <div className="account account--security container">
      <AccountHead title="Not saved yet">
        <Refusal refused={refused} />
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
