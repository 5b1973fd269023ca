// An authenticator app, and its setup on the account pages.
import { Secret, TOTP } from 'otpauth';
import type { Visitor } from '../visitor';

/** @param steps 0, then 1: a code works once, and the codes of two adjacent 30-second steps are both valid */
export const totpCodeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** The recovery codes shown on a page. */
export const listCodes = (html: string): string[] =>
  html.match(/(?<=<code>)[a-z2-9]{5}-[a-z2-9]{5}(?=<\/code>)/g) ?? [];

/** Adds an app to the account of a visitor who signed in within the last ten minutes. */
export async function setUpApp(visitor: Visitor, name = 'Phone') {
  const begun = await visitor.post('/account/security', { intent: 'begin-app', name });
  const step = begun.headers.get('location') ?? '';
  const page = await (await visitor.get(step)).text();
  const key = /(?<=<code>)[A-Z2-7 ]{30,}(?=<\/code>)/.exec(page)?.[0].replaceAll(' ', '') ?? '';
  const factor = step.split('setup=')[1] ?? '';
  const done = await visitor.post(step, { intent: 'finish-app', factor, code: totpCodeOf(key) });
  return { begun, page, key, factor, step, done, codes: listCodes(await done.text()) };
}
