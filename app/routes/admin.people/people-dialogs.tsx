// Dialogs to invite a person, change a role, disable or enable an account and end sessions. They work without
// JavaScript.
import { Form, useLocation } from '@remix-run/react';
import { useState } from 'react';
import { ROLES, type Role } from '~/features/accounts/account';
import { roleName, roleText } from '~/features/accounts/capabilities';
import { nameOf } from '~/features/accounts/people/person';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { ConfirmFields, type Ways } from '~/layouts/account/confirm-fields';
import { GoneDialog } from '~/layouts/admin/list/delete-dialog';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { FormField, SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import type { ShownPerson } from './people-table';

interface DialogProps {
  refused: RefusedForm | null;
  closeTo: string;
  /** Ways to confirm the viewer's identity; null if they confirmed recently. */
  ways: Ways | null;
}

/** Identity confirmation fields for sensitive actions. */
function Confirm({ ways, refused }: Pick<DialogProps, 'ways' | 'refused'>) {
  const { pathname, search } = useLocation();
  return <ConfirmFields ways={ways} issues={refused?.issues ?? {}} here={pathname + search} />;
}

function RoleField({
  refused,
  present,
  asReader,
}: {
  refused: RefusedForm | null;
  present: Role;
  asReader: boolean;
}) {
  const choices = [...ROLES, ...(asReader ? [null] : [])].reverse();
  const [chosen, choose] = useState(typedText(refused, 'role') ?? present ?? 'reader');
  return (
    <SelectField
      label="Role"
      name="role"
      required
      value={chosen}
      onChange={(event) => choose(event.target.value)}
      hint={roleText(choices.find((role) => role === chosen) ?? null)}
      error={refused?.issues.role}
    >
      {choices.map((choice) => (
        <option key={choice ?? 'reader'} value={choice ?? 'reader'}>
          {roleName(choice)}
        </option>
      ))}
    </SelectField>
  );
}

export function InvitePerson({ refused, closeTo, ways }: DialogProps) {
  return (
    <ModalDialog title="Invite Person" closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="invite" />
        {/* An empty version marks the form as returnable, so that input survives an expired session. */}
        <input type="hidden" name="version" value="" />
        <FormField
          label="Full name"
          name="fullName"
          required
          maxLength={120}
          autoComplete="off"
          defaultValue={typedText(refused, 'fullName')}
          error={refused?.issues.fullName}
        />
        <FormField
          label="Email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          hint="We email them a link to set a password. It works once and expires in a week."
          defaultValue={typedText(refused, 'email')}
          error={refused?.issues.email}
        />
        <RoleField refused={refused} present="author" asReader={false} />
        <Confirm ways={ways} refused={refused} />
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent="invite" pending="Sending...">
            Send Invitation
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

const GONE = 'This account no longer exists.';

export function ChangeRole({ refused, closeTo, ways, person }: DialogProps & { person: ShownPerson | null }) {
  const title = 'Change Role';
  if (!person && !refused) return <GoneDialog title={title} text={GONE} closeTo={closeTo} />;
  return (
    <ModalDialog title={title} closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="role" />
        <input type="hidden" name="id" value={person?.id ?? typedText(refused, 'id')} />
        {person && (
          <p>
            <strong>{nameOf(person)}</strong> {person.fullName && person.email}
          </p>
        )}
        <RoleField refused={refused} present={person?.role ?? null} asReader />
        <p className="dialog__note">Changing the role signs them out on all devices.</p>
        <Confirm ways={ways} refused={refused} />
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent="role" pending="Saving...">
            {' '}
            Change Role{' '}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

const QUESTIONS = {
  disable: {
    title: 'Disable Account',
    question: 'Are you sure you want to disable this account?',
    note: 'They are signed out on all devices and can’t sign in until you enable the account again. Their articles are kept.',
    pending: 'Disabling...',
    isSensitive: true,
    isDangerous: true,
  },
  enable: {
    title: 'Enable Account',
    question: 'Are you sure you want to enable this account?',
    note: 'They can sign in again with their previous role.',
    pending: 'Enabling...',
    isSensitive: true,
    isDangerous: false,
  },
  'sign-out': {
    title: 'Sign Out Everywhere',
    question: 'Are you sure you want to sign this person out?',
    note: 'They must sign in again on every device. Unsaved input stays in their browser.',
    pending: 'Signing out...',
    isSensitive: false,
    isDangerous: true,
  },
} as const;

export type ConfirmKind = keyof typeof QUESTIONS;

interface ConfirmProps extends DialogProps {
  kind: ConfirmKind;
  person: ShownPerson | null;
}

export function ConfirmDialog({ kind, refused, closeTo, ways, person }: ConfirmProps) {
  const { title, question, note, pending, isSensitive, isDangerous } = QUESTIONS[kind];
  if (!person && !refused) return <GoneDialog title={title} text={GONE} closeTo={closeTo} />;
  return (
    <ModalDialog title={title} closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value={kind} />
        <input type="hidden" name="id" value={person?.id ?? typedText(refused, 'id')} />
        <p>{question}</p>
        {person && (
          <p>
            <strong>{nameOf(person)}</strong> {person.fullName && person.email}
          </p>
        )}
        <p className="dialog__note">{note}</p>
        {isSensitive && <Confirm ways={ways} refused={refused} />}
        <DialogFoot closeTo={closeTo}>
          <SubmitButton
            intent={kind}
            pending={pending}
            {...(isDangerous && { className: 'button button--danger' })}
          >
            {title}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}
