// The local mail provider: stores emails as rows, shown at /dev/outbox.
import { outbox } from 'db/schema/outbox';
import { desc, sql } from 'drizzle-orm';
import type { Database, Mail } from '../context';

export function createOutbox(db: Database): Mail {
  return {
    async send({ headers = {}, ...message }) {
      await db.write(db.build.insert(outbox).values({ ...message, headers }));
    },
    async pretend() {
      await db.write(db.build.execute(sql`select 1`));
    },
    async sendMany({ id, messages }) {
      const rows = messages.map(({ from, headers = {}, ...message }) => ({
        ...message,
        once: `${id}/${message.to.toLowerCase()}`,
        headers: { From: from, ...headers },
      }));
      if (rows.length > 0) await db.write(db.build.insert(outbox).values(rows).onConflictDoNothing());
      return { answers: messages.map(() => null), fault: null };
    },
    newslettersUnavailable: null,
    outbox: {
      async list(most) {
        const { id, to, subject, text, html, headers, createdAt } = outbox;
        const newest = db.build
          .select({ id, to, subject, text, html, headers, createdAt })
          .from(outbox)
          .orderBy(desc(outbox.createdAt), desc(outbox.id))
          .limit(most);
        const rows = await db.read(newest);
        return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
      },
    },
  };
}
