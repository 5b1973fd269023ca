// What is set up, one step of setting up or removing at a time, and the recovery codes.
import { Form, Link } from '@remix-run/react';
import { useEffect } from 'react';
import type { AppSetup, FactorView, Security } from '~/features/accounts/factors/own-factors';
import type { RefusedForm } from '~/http/form-answer.server';
import { SubmitButton } from '~/ui/submit-button';
import { useToast } from '~/ui/toast';
import { AccountHead, Refusal } from '../_site.account/account-head';
import { ConfirmFields, type Ways } from '../_site.account/confirm-fields';
import { AddPasskey } from './add-passkey';
import { AddApp } from './app-forms';
import { AppSetupStep } from './app-setup-step';
import { FactorList } from './factor-list';
import { RecoveryCodes } from './recovery-codes';
import { type ListedSession, SessionList } from './session-list';

const HERE = '/account/security';

/** What the loader tells. */
export interface SecurityView extends Security {
  setup: AppSetup | null;
  isSetupGone: boolean;
  removing: FactorView | null;
  ways: Ways | null;
  sessions: ListedSession[];
  /** The newsroom is shut until there is one. */
  isNeeded: boolean;
  /** Works in the newsroom. */
  isStaff: boolean;
}

interface SecurityPageProps extends SecurityView {
  /** Told once, by the answer that made them. */
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
  const toast = useToast();
  useEffect(() => {
    if (refused) toast({ title: refused.title, description: refused.message, destructive: true });
  }, [refused, toast]);
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
        <p className="account__lead">
          Protect your account with a second step at sign-in, and see where you are signed in.
        </p>
      </AccountHead>
      {isNeeded && !codes && (
        <p className="account__needed">
          <strong>Admins and editors need a second factor.</strong> Set one up here, and the newsroom is open
          to you again.
        </p>
      )}
      <Refusal refused={refused} isToldElsewhere />
      {isSetupGone && !codes && !refused && (
        <p className="account__refusal">This set-up is not there any more. Please begin again.</p>
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
              ? 'It is your only one: from then on your password alone opens this account, and your recovery codes work no more.'
              : 'From then on it is not asked for any more. Your other factors stay.'}
          </p>
          <input type="hidden" name="intent" value="remove" />
          <input type="hidden" name="factor" value={removing.id} />
          {confirm('remove')}
          <div className="account__ways">
            <SubmitButton intent="remove" pending="Removing…">
              Remove
            </SubmitButton>
            <Link className="button button--quiet" to={HERE}>
              Keep it
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
                  ? 'You have none. Without them, a lost phone means a lost account.'
                  : `${codesLeft} ${codesLeft === 1 ? 'code is' : 'codes are'} left. Each stands in for your second factor once.`}
              </p>
              <input type="hidden" name="intent" value="new-codes" />
              {confirm('new-codes')}
              <SubmitButton intent="new-codes" pending="Making codes…" className="button button--quiet">
                {codesLeft === 0 ? 'Make Recovery Codes' : 'Make New Codes'}
              </SubmitButton>
              {codesLeft > 0 && <p className="field__hint">The present ones then work no more.</p>}
            </Form>
          )}
          <SessionList sessions={sessions} />
        </>
      )}
    </div>
  );
}
