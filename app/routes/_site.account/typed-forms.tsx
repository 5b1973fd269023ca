// The account forms with text input, and the page that returns the input when the session expired.
import { Form } from '@remix-run/react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { AccountHead, AccountRefusal } from '~/layouts/account/account-head';
import { ConfirmFields, type Ways } from '~/layouts/account/confirm-fields';
import { FormField } from '~/ui/form-field';
import { useResetAfter } from '~/ui/use-reset-after';

interface TypedFormProps {
  /** Set when this form was rejected. */
  refused: RefusedForm | null;
}

export function NameForm({ refused, fullName }: TypedFormProps & { fullName: string }) {
  return (
    <Form className="account__card" method="post">
      <h2 className="headline headline--4">Name</h2>
      <input type="hidden" name="intent" value="name" />
      <input type="hidden" name="version" value="" />
      <FormField
        label="Full Name"
        name="fullName"
        autoComplete="name"
        required
        maxLength={120}
        defaultValue={refused?.typed.fullName ?? fullName}
        error={refused?.issues.fullName}
      />
      <button className="button" type="submit">
        Save Name
      </button>
    </Form>
  );
}

export function EmailForm({ refused, ways }: TypedFormProps & { ways: Ways | null }) {
  const form = useResetAfter('email', refused);
  return (
    <Form className="account__card" method="post" ref={form}>
      <h2 className="headline headline--4">Email</h2>
      <input type="hidden" name="intent" value="email" />
      <input type="hidden" name="version" value="" />
      <FormField
        label="New Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        hint="We send a link to the new address. Your current address stays in use until you open that link."
        defaultValue={refused?.typed.email}
        error={refused?.issues.email}
      />
      <ConfirmFields ways={ways} issues={refused?.issues ?? {}} here="/account" />
      <button className="button" type="submit">
        Change Email
      </button>
    </Form>
  );
}

/**
 * Shown when the session ended before the form was saved: the submitted form, without any account data.
 * Signing in again lets the person save it.
 */
export function ReturnedInput({ refused }: { refused: RefusedForm }) {
  return (
    <div className="account account--security container">
      <AccountHead title="Not saved yet">
        <AccountRefusal refused={refused} />
      </AccountHead>
      {refused.intent === 'email' && <EmailForm refused={refused} ways={null} />}
      {refused.intent === 'name' && <NameForm refused={refused} fullName="" />}
    </div>
  );
}
