// The local mail provider: messages become rows, shown at /dev/outbox.
import { outbox } from 'db/schema/outbox';
import { desc, sql } from 'drizzle-orm';
import type { Database, Mail } from './context';

/** Far more than anyone looks through. */
const MOST_SHOWN = 200;

export function createOutbox(db: Database): Mail {
  return {
    async send({ headers = {}, ...message }) {
      await db.write(db.build.insert(outbox).values({ ...message, headers }));
    },
    async pretend() {
      await db.write(db.build.execute(sql`select 1`));
    },
    outbox: {
      async list() {
        const newest = db.build
          .select()
          .from(outbox)
          .orderBy(desc(outbox.createdAt), desc(outbox.id))
          .limit(MOST_SHOWN);
        const rows = await db.read(newest);
        return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
      },
    },
  };
}
