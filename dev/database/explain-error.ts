// PostgreSQL's and the network's errors as one sentence that says what to do. Never shows a password.
import { codeOf, Refusal } from '../startup/refusal';

/** The error as a Refusal where its cause is known, else as it was. */
export function explainDatabaseError(error: unknown, databaseUrl: string): unknown {
  if (error instanceof Refusal) return error;
  const cause = rootCause(error);
  const sentence = sentenceFor(cause, new URL(databaseUrl));
  return sentence ? new Refusal(sentence) : error;
}

/** Drizzle wraps the driver's error, and a host with two addresses gives one error for each. */
function rootCause(error: unknown): Error {
  const { cause, errors } = error as { cause?: unknown; errors?: unknown[] };
  if (cause) return rootCause(cause);
  return errors?.[0] ? rootCause(errors[0]) : (error as Error);
}

function sentenceFor(error: Error, url: URL): string | null {
  const server = url.port ? `${url.hostname}:${url.port}` : url.hostname || 'the local socket';
  const user = decodeURIComponent(url.username) || 'the current user';
  const database = decodeURIComponent(url.pathname.slice(1));
  const sentences: Record<string, string> = {
    '28P01': `The database on ${server} refused the password of "${user}". Correct DATABASE_URL.`,
    '28000': `The database on ${server} does not let "${user}" in this way (${error.message}). Correct DATABASE_URL.`,
    '3D000': `There is no database "${database}" on ${server}. Make it with: createdb ${database}`,
    '42501': `The user "${user}" lacks a right in "${database}" on ${server}: ${error.message}.`,
    '53100': `The disk of the database on ${server} is full.`,
    '53300': `The database on ${server} has no connection left: ${error.message}.`,
    '57P03': `The database on ${server} is just starting or stopping (${error.message}). Try again in a moment.`,
    '58P01': `The database on ${server} lacks a part that the magazine needs (PostgreSQL's contrib modules): ${error.message}.`,
    ENOTFOUND: `There is no host named "${url.hostname}". Correct DATABASE_URL.`,
    EAI_AGAIN: `The host "${url.hostname}" cannot be looked up: is there a network? Else correct DATABASE_URL.`,
    ECONNREFUSED: `Nothing answers at ${server}. Is the database running? Else correct DATABASE_URL.`,
    ECONNRESET: `${server} hung up. Is that a PostgreSQL? Check DATABASE_URL.`,
    ETIMEDOUT: `${server} does not answer. Check DATABASE_URL and the network.`,
    EHOSTUNREACH: `${server} cannot be reached from here. Check DATABASE_URL and the network.`,
    ENOENT: `There is no database at the socket that DATABASE_URL names (${error.message}).`,
  };
  const known = sentences[codeOf(error)];
  if (known) return known;
  if (/client password must be a string/.test(error.message))
    return `The database on ${server} wants a password for "${user}": add it to DATABASE_URL.`;
  if (/does not support SSL/i.test(error.message))
    return `The database on ${server} has no TLS: remove sslmode from DATABASE_URL.`;
  if (/timeout/i.test(error.message)) return sentences.ETIMEDOUT as string;
  if (/terminated unexpectedly/i.test(error.message)) return sentences.ECONNRESET as string;
  if (/certificate/i.test(`${error.message} ${codeOf(error)}`))
    return `The certificate of ${server} is not trusted here: ${error.message}.`;
  return null;
}

/** Whether a connection string names this machine. */
export function isOnThisMachine(databaseUrl: string): boolean {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') || decodeURIComponent(url.hostname);
  return host === '' || host.startsWith('/') || /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
}
