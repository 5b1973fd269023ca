// Explains errors of PostgreSQL and the network in one sentence that says what to do. Never shows a password.
import { isKeyOf, propertyOf } from '~/lib/properties';
import { errorCodeOf, Refusal } from '../startup/refusal';

/** Returns a Refusal if the cause is known, else the error itself. */
export function explainDatabaseError(error: unknown, databaseUrl: string): unknown {
  if (error instanceof Refusal) return error;
  const cause = rootCause(error);
  const sentence = sentenceFor(cause, new URL(databaseUrl));
  return sentence ? new Refusal(sentence) : error;
}

/** Drizzle wraps the driver's error, and a host with two addresses yields one error for each. */
function rootCause(error: unknown): Error {
  const inner = propertyOf(error, 'cause') || (error instanceof AggregateError && error.errors[0]);
  if (inner) return rootCause(inner);
  return error instanceof Error ? error : new Error(String(error));
}

function sentenceFor(error: Error, url: URL): string | null {
  const server = url.port ? `${url.hostname}:${url.port}` : url.hostname || 'the local socket';
  const user = decodeURIComponent(url.username) || 'the current user';
  const database = decodeURIComponent(url.pathname.slice(1));
  const sentences = {
    '28P01': `The database on ${server} refused the password of "${user}". Correct DATABASE_URL.`,
    '28000': `The database on ${server} does not accept this kind of sign-in from "${user}" (${error.message}). Correct DATABASE_URL.`,
    '3D000': `There is no database "${database}" on ${server}. Create it with: createdb ${database}`,
    '42501': `The user "${user}" lacks a permission in "${database}" on ${server}: ${error.message}.`,
    '53100': `The disk of the database on ${server} is full.`,
    '53300': `The database on ${server} has no free connection: ${error.message}.`,
    '55P03': `Another process, such as a backup, is using a table in "${database}" on ${server}. Nothing was changed. Try again when it has finished.`,
    '57P03': `The database on ${server} is just starting or stopping (${error.message}). Try again in a moment.`,
    '58P01': `The database on ${server} lacks an extension that the site needs (PostgreSQL's contrib modules): ${error.message}.`,
    ENOTFOUND: `There is no host named "${url.hostname}". Correct DATABASE_URL.`,
    EAI_AGAIN: `The host "${url.hostname}" cannot be resolved. Check the network and DATABASE_URL.`,
    ECONNREFUSED: `Nothing answers at ${server}. Is the database running? Check DATABASE_URL.`,
    ECONNRESET: `${server} closed the connection. Check that DATABASE_URL names a PostgreSQL server.`,
    ETIMEDOUT: `${server} does not answer. Check DATABASE_URL and the network.`,
    EHOSTUNREACH: `${server} cannot be reached from here. Check DATABASE_URL and the network.`,
    ENOENT: `There is no database at the socket that DATABASE_URL names (${error.message}).`,
  };
  const code = errorCodeOf(error);
  if (isKeyOf(sentences, code)) return sentences[code];
  if (/client password must be a string/.test(error.message))
    return `The database on ${server} requires a password for "${user}": add it to DATABASE_URL.`;
  if (/does not support SSL/i.test(error.message))
    return `The database on ${server} has no TLS: remove sslmode from DATABASE_URL.`;
  if (/timeout/i.test(error.message)) return sentences.ETIMEDOUT;
  if (/terminated unexpectedly/i.test(error.message)) return sentences.ECONNRESET;
  if (/certificate/i.test(`${error.message} ${errorCodeOf(error)}`))
    return `The certificate of ${server} is not trusted here: ${error.message}.`;
  return null;
}

/** Whether a connection string names this machine. */
export function isOnThisMachine(databaseUrl: string): boolean {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') || decodeURIComponent(url.hostname);
  return host === '' || host.startsWith('/') || /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
}
