// The account's forms with words in them, which come back when the session ended while they were typed.
import { Form } from '@remix-run/react';
import type { RefusedForm } from '~/http/form-answer.server';
import { FormField } from '~/ui/form-field';
import { AccountHead, Refusal } from './account-head';
import { ConfirmFields, type Ways } from './confirm-fields';

interface TypedFormProps {
  /** This form, if it was refused. */
  refused: RefusedForm | null;
}

export function NameForm({ refused, fullName }: TypedFormProps & { fullName: string }) {
  return (
    <Form className="account__card" method="post">
      <h2 className="headline headline--4">Name</h2>
      <input type="hidden" name="intent" value="name" />
      <input type="hidden" name="stamp" value="" />
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
  return (
    <Form className="account__card" method="post">
      <h2 className="headline headline--4">Email</h2>
      <input type="hidden" name="intent" value="email" />
      <input type="hidden" name="stamp" value="" />
      <FormField
        label="New Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        hint="We send a link there. Until you open it, your present address stays."
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

/** The page for nobody: the form that was sent, and no word about the account. Whoever signs in can save it. */
export function GivenBack({ refused }: { refused: RefusedForm }) {
  return (
    <div className="account account--security container">
      <AccountHead title="Not saved yet">
        <Refusal refused={refused} />
      </AccountHead>
      {refused.intent === 'email' && <EmailForm refused={refused} ways={null} />}
      {refused.intent === 'name' && <NameForm refused={refused} fullName="" />}
    </div>
  );
}
