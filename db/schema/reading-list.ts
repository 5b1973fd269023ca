// Articles that readers saved for later.
import { index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts';
import { articles } from './articles';

export const readingList = pgTable(
  'reading_list',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.articleId] }),
    index('reading_list_newest').on(t.userId, t.savedAt.desc().nullsFirst(), t.articleId.desc().nullsFirst()),
    index('reading_list_article').on(t.articleId),
  ],
);
