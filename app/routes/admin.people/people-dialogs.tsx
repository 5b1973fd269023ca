// Inviting, changing a role, and the questions before somebody is shut out. Each works without JavaScript.
import { Form, useLocation } from '@remix-run/react';
import { ROLES, type Role } from '~/features/accounts/account';
import { roleName } from '~/features/accounts/capabilities';
import { nameOf } from '~/features/accounts/person';
import type { RefusedForm } from '~/http/form-answer.server';
import { FormField, SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import { ConfirmFields, type Ways } from '../_site.account/confirm-fields';
import { GoneDialog } from '../admin/delete-dialog';
import { typedText } from '../admin/typed-text';
import type { ShownPerson } from './people-table';

interface DialogProps {
  refused: RefusedForm | null;
  closeTo: string;
  /** How whoever sits there shows again who they are; null if that was a moment ago. */
  ways: Ways | null;
}

/** The last field of what is sensitive. */
function Confirm({ ways, refused }: Pick<DialogProps, 'ways' | 'refused'>) {
  const { pathname, search } = useLocation();
  return <ConfirmFields ways={ways} issues={refused?.issues ?? {}} here={pathname + search} />;
}

const MAY: Record<string, string> = {
  admin: 'everything, with settings and people',
  editor: 'all articles, sections, pages and pictures',
  author: 'drafts of their own, which editors publish',
  reader: 'reads, and has an account',
};

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
  return (
    <SelectField
      label="Role"
      name="role"
      required
      defaultValue={typedText(refused, 'role') ?? present ?? 'reader'}
      error={refused?.issues.role}
    >
      {choices.map((choice) => (
        <option key={choice ?? 'reader'} value={choice ?? 'reader'}>
          {roleName(choice)}: {MAY[choice ?? 'reader']}
        </option>
      ))}
    </SelectField>
  );
}

export function InvitePerson({ refused, closeTo, ways }: DialogProps) {
  return (
    <ModalDialog title="Invite" closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="invite" />
        {/* Of nobody yet: so that what was typed is given back when the session ended meanwhile. */}
        <input type="hidden" name="stamp" value="" />
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
          hint="They get a link that works once, for a week, and choose a password."
          defaultValue={typedText(refused, 'email')}
          error={refused?.issues.email}
        />
        <RoleField refused={refused} present="author" asReader={false} />
        <Confirm ways={ways} refused={refused} />
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent="invite" pending="Sending…">
            Send invitation
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

const GONE = 'This account does not exist any more.';

export function ChangeRole({ refused, closeTo, ways, person }: DialogProps & { person: ShownPerson | null }) {
  const title = 'Change role';
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
        <p className="dialog__note">With another role they have to sign in again.</p>
        <Confirm ways={ways} refused={refused} />
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent="role" pending="Saving...">
            Change role
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

const QUESTIONS = {
  disable: {
    title: 'Disable account',
    question: 'Are you sure you want to disable this account?',
    note: 'They are signed out everywhere at once and cannot sign in until you enable it again. What they wrote stays.',
    pending: 'Disabling…',
    isSensitive: true,
    isHarsh: true,
  },
  enable: {
    title: 'Enable account',
    question: 'Are you sure you want to enable this account?',
    note: 'They can sign in again, with the role that they had.',
    pending: 'Enabling…',
    isSensitive: true,
    isHarsh: false,
  },
  'sign-out': {
    title: 'Sign out everywhere',
    question: 'Are you sure you want to sign this person out?',
    note: 'Every browser and device has to sign in again. What they are typing now is kept in their browser.',
    pending: 'Signing out…',
    isSensitive: false,
    isHarsh: true,
  },
} as const;

export type ConfirmKind = keyof typeof QUESTIONS;

interface ConfirmProps extends DialogProps {
  kind: ConfirmKind;
  person: ShownPerson | null;
}

export function ConfirmDialog({ kind, refused, closeTo, ways, person }: ConfirmProps) {
  const { title, question, note, pending, isSensitive, isHarsh } = QUESTIONS[kind];
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
            {...(isHarsh && { className: 'button button--danger' })}
          >
            {title}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}
