// `npm run admin -- create EMAIL`: creates an administrator account, or makes an existing account one, and
// prints a link to choose a password. In production: DATABASE_URL=… SITE_URL=https://… npm run admin --
// create EMAIL
import { createHash, randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { z } from 'zod';
import { connectTo } from './database/connect';
import { explainDatabaseError } from './database/explain-error';
import { openLocalDatabase } from './database/open-database';
import { migrate } from './migrate';
import { isEntry } from './startup/is-entry';
import { runScript } from './startup/lifecycle';
import { Refusal } from './startup/refusal';
import { readSettings, requireDatabaseUrl } from './startup/settings';

const USAGE = 'Usage: npm run admin -- create someone@example.com';
const LINK_HOURS = 24;

export interface CreatedAdmin {
  /** Path and query of the page where the person chooses a password. */
  link: string;
  wasThere: boolean;
}

/** Runs in one transaction. Ends the account's sessions, because its role has changed. */
export async function createAdmin(client: Client, email: string): Promise<CreatedAdmin> {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('hex');
  await client.query('begin');
  try {
    const found = await client.query('select id from users where lower(email) = lower($1) for update', [
      email,
    ]);
    const account =
      found.rows[0] ??
      (await client.query('insert into users (email) values ($1) returning id', [email])).rows[0];
    const { id } = account;
    await client.query(
      `insert into profiles (user_id, full_name, role) values ($1, $2, 'admin')
       on conflict (user_id) do update set role = 'admin'`,
      [id, email.split('@')[0]],
    );
    await client.query('update sessions set revoked_at = now() where user_id = $1 and revoked_at is null', [
      id,
    ]);
    await client.query(
      `insert into one_time_tokens (hash, user_id, purpose, expires_at)
       values ($1, $2, 'recovery', now() + make_interval(hours => $3))`,
      [hash, id, LINK_HOURS],
    );
    await client.query(
      `insert into audit_log (actor_id, event, subject, details) values (null, 'user_updated', $1, '{"what": "role", "to": "admin", "by": "npm run admin"}')`,
      [email],
    );
    await client.query('commit');
    return { link: `/auth/confirm?token=${token}`, wasThere: found.rows.length > 0 };
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

function readEmail([verb, email = '', ...more]: string[]): string {
  if (verb !== 'create' || more.length > 0 || !z.email().max(254).safeParse(email).success)
    throw new Refusal(USAGE);
  return email;
}

if (isEntry(import.meta.url)) {
  await runScript(async (lifecycle) => {
    const email = readEmail(process.argv.slice(2));
    // A link to another site would be useless for an account in the embedded database.
    if (process.env.SITE_URL?.startsWith('https:')) requireDatabaseUrl(`npm run admin -- create ${email}`);
    const settings = readSettings();
    const database = await openLocalDatabase(settings, (line) => console.log(line), { shared: true });
    lifecycle.onEnd('The database', database.stop);
    await migrate({ url: database.url, onLine: (line) => console.log(line) });
    const client = await connectTo(database.url);
    lifecycle.onEnd('The connection', () => client.end());
    try {
      const { link, wasThere } = await createAdmin(client, email);
      const site = (process.env.SITE_URL ?? `http://localhost:${settings.port}`).replace(/\/+$/, '');
      console.log(`${email} is an administrator${wasThere ? ' now' : ''}.`);
      console.log(`Choose a password with this link. It works once, for ${LINK_HOURS} hours: ${site}${link}`);
    } catch (error) {
      throw explainDatabaseError(error, database.url);
    }
  });
}
