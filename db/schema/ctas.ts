// Calls to action on article and category pages.
import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { categories } from './categories';

export const ctas = pgTable(
  'ctas',
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    body: text().notNull().default(''),
    buttonLabel: text('button_label').notNull().default(''),
    buttonLink: text('button_link').notNull().default(''),
    categoryId: uuid('category_id').references(() => categories.id, { onDelete: 'cascade' }),
    active: boolean().notNull().default(true),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('ctas_title_filled', sql`length(btrim(${t.title})) between 1 and 200`),
    index('ctas_category_created').on(t.categoryId, t.createdAt.desc().nullsFirst()),
  ],
);
