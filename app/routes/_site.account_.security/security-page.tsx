// The security page: second factors, one setup or removal step at a time, recovery codes and sessions.
import { Form, Link } from '@remix-run/react';
import type { AppSetup, FactorView, Security } from '~/features/accounts/factors/own-factors';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { AccountHead, AccountRefusal } from '~/layouts/account/account-head';
import { ConfirmFields, type Ways } from '~/layouts/account/confirm-fields';
import { useInvalidFieldFocus } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';
import { useRefusalToast } from '~/ui/toast';
import { AddPasskey } from './add-passkey';
import { AddApp } from './app-forms';
import { AppSetupStep } from './app-setup-step';
import { FactorList } from './factor-list';
import { RecoveryCodes } from './recovery-codes';
import { type ListedSession, SessionList } from './session-list';

const HERE = '/account/security';

export interface SecurityView extends Security {
  setup: AppSetup | null;
  isSetupGone: boolean;
  removing: FactorView | null;
  ways: Ways | null;
  sessions: ListedSession[];
  /** The person has an admin role but no second factor, so admin pages are closed to them. */
  isNeeded: boolean;
  /** Has an admin role. */
  isStaff: boolean;
}

interface SecurityPageProps extends SecurityView {
  /** New recovery codes from the action, shown once. */
  codes: string[] | null;
  refused: RefusedForm | null;
}

export function SecurityPage(props: SecurityPageProps) {
  const {
    factors,
    codesLeft,
    setup,
    isSetupGone,
    removing,
    ways,
    codes,
    refused,
    isNeeded,
    isStaff,
    sessions,
  } = props;
  useRefusalToast(refused);
  useInvalidFieldFocus(refused);
  const failed = (intent: string) => (refused?.intent === intent ? refused : null);
  const confirm = (intent: string) => (
    <ConfirmFields ways={ways} issues={failed(intent)?.issues ?? {}} here={HERE} />
  );
  const isSettled = !codes && !setup && !removing;
  return (
    <div className="account account--security container">
      <AccountHead
        title="Security"
        also={
          isStaff &&
          !isNeeded && (
            <>
              {' · '}
              <Link className="link" to="/admin">
                Newsroom
              </Link>
            </>
          )
        }
      >
        <p className="account__lead">Add a second step to sign-in, and see where you’re signed in.</p>
      </AccountHead>
      {isNeeded && !codes && (
        <p className="account__needed">
          <strong>Your role requires a second factor.</strong> Set one up here to open Newsroom.
        </p>
      )}
      <AccountRefusal refused={refused} isAnnounced />
      {isSetupGone && !codes && !refused && (
        <p className="account__refusal">This setup has expired. Start again.</p>
      )}
      {codes && <RecoveryCodes codes={codes} here={HERE} />}
      {setup && !codes && (
        <AppSetupStep setup={setup} refused={failed('finish-app')} here={HERE}>
          {confirm('finish-app')}
        </AppSetupStep>
      )}
      {removing && !codes && (
        <Form className="account__card account__card--asking" method="post">
          <h2 className="headline headline--4">Remove “{removing.name}”?</h2>
          <p className="account__text">
            {factors.length === 1
              ? 'This is your only second factor. Without it, you sign in with your password alone, and your recovery codes stop working.'
              : 'You will no longer need it to sign in. Your other second factors stay active.'}
          </p>
          <input type="hidden" name="intent" value="remove" />
          <input type="hidden" name="factor" value={removing.id} />
          {confirm('remove')}
          <div className="account__ways">
            <SubmitButton intent="remove" pending="Removing...">
              Remove
            </SubmitButton>
            <Link className="button button--quiet" to={HERE}>
              Cancel
            </Link>
          </div>
        </Form>
      )}
      {isSettled && (
        <>
          <FactorList factors={factors} here={HERE} />
          <AddApp refused={failed('begin-app')}>{confirm('begin-app')}</AddApp>
          <AddPasskey
            here={HERE}
            refused={failed('finish-passkey')}
            confirm={(issues) => <ConfirmFields ways={ways} issues={issues} here={HERE} />}
          />
          {factors.length > 0 && (
            <Form className="account__card" method="post">
              <h2 className="headline headline--4">Recovery codes</h2>
              <p className="account__text">
                {codesLeft === 0
                  ? 'You have none. Without recovery codes, losing your phone can lock you out.'
                  : `${codesLeft} ${codesLeft === 1 ? 'code is' : 'codes are'} left. Each replaces your second factor once.`}
              </p>
              <input type="hidden" name="intent" value="new-codes" />
              {confirm('new-codes')}
              <SubmitButton intent="new-codes" pending="Creating codes..." className="button button--quiet">
                {codesLeft === 0 ? 'Create Recovery Codes' : 'Create New Codes'}
              </SubmitButton>
              {codesLeft > 0 && <p className="field__hint">Your current codes stop working.</p>}
            </Form>
          )}
          <SessionList sessions={sessions} />
        </>
      )}
    </div>
  );
}
