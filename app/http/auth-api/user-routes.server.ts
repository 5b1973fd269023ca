// Authentication API routes for people: sign-up, sign-out, emails and the account.
import { z } from 'zod';
import { parseApi } from '~/features/accounts/api/api-input';
import { resend } from '~/features/accounts/api/resend.server';
import {
  recoverByApi,
  refuseOtherContact,
  sendOtp,
  signUpByApi,
  toMailLinkTarget,
} from '~/features/accounts/api/sign-up-by-api.server';
import { getAuthUser, reauthenticate, updateUser } from '~/features/accounts/api/update-user.server';
import { signOut, signOutEverywhere, signOutOthers } from '~/features/accounts/sessions/sessions.server';
import type { AuthCall, AuthRoute } from './auth-call';

const Scope = z.enum(['global', 'local', 'others']).default('global');
const ENDINGS = { global: signOutEverywhere, local: signOut, others: signOutOthers };
/** Verifiers may cache the key set for 10 minutes; a new key signs only after that. */
const KEYS_SECONDS = 600;

async function answerOtp({ ctx, body, redirectTo }: AuthCall) {
  await sendOtp(ctx, body, redirectTo);
  return {};
}

export const USER_ROUTES: readonly AuthRoute[] = [
  {
    method: 'POST',
    path: 'signup',
    needs: 'key',
    answer: ({ ctx, body, redirectTo }) => signUpByApi(ctx, body, redirectTo),
  },
  { method: 'POST', path: 'otp', needs: 'key', answer: answerOtp },
  { method: 'POST', path: 'magiclink', needs: 'key', answer: answerOtp },
  {
    method: 'POST',
    path: 'recover',
    needs: 'key',
    answer: ({ ctx, body, redirectTo }) => recoverByApi(ctx, body, redirectTo),
  },
  {
    method: 'POST',
    path: 'resend',
    needs: 'key',
    answer({ ctx, body, redirectTo }) {
      refuseOtherContact(body);
      return resend(ctx, body, toMailLinkTarget(ctx, body, redirectTo));
    },
  },
  {
    method: 'POST',
    path: 'logout',
    needs: 'user',
    async answer({ ctx, viewer, url }) {
      const scope = parseApi(Scope, url.searchParams.get('scope') ?? undefined);
      await ENDINGS[scope](ctx, viewer);
      return new Response(null, { status: 204 });
    },
  },
  {
    method: 'GET',
    path: 'user',
    needs: 'user',
    answer: ({ ctx, viewer }) => getAuthUser(ctx, viewer.userId),
  },
  {
    method: 'PUT',
    path: 'user',
    needs: 'user',
    answer: ({ ctx, viewer, body, redirectTo }) =>
      updateUser(ctx, viewer, body, toMailLinkTarget(ctx, body, redirectTo)),
  },
  {
    method: 'GET',
    path: 'reauthenticate',
    needs: 'user',
    answer: ({ ctx, viewer }) => reauthenticate(ctx, viewer),
  },
  {
    method: 'GET',
    path: 'health',
    needs: 'nothing',
    answer: () => ({
      name: 'Law Firm Academy accounts',
      version: 'v1',
      description: 'Accounts of the magazine',
    }),
  },
  { method: 'GET', path: 'settings', needs: 'nothing', answer: ({ ctx }) => describeSettings(ctx.config) },
  {
    method: 'GET',
    path: '.well-known/jwks.json',
    needs: 'nothing',
    answer: async ({ ctx }) =>
      Response.json(
        { keys: await ctx.tokens.publicKeys() },
        { headers: { 'cache-control': `public, max-age=${KEYS_SECONDS}` } },
      ),
  },
];

function describeSettings({ authProviders, walletChains }: AuthCall['ctx']['config']) {
  const publicProviders = authProviders.filter(({ domains }) => domains.length === 0);
  return {
    external: {
      email: true,
      phone: false,
      anonymous_users: false,
      web3_ethereum: walletChains.includes('ethereum'),
      web3_solana: walletChains.includes('solana'),
      ...Object.fromEntries(publicProviders.map(({ id }) => [id, true])),
    },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    saml_enabled: false,
    sso_enabled: authProviders.some(({ domains }) => domains.length > 0),
    passkeys_enabled: false,
  };
}
