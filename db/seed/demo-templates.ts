// The demo's article templates.
import { EditorFields, EMPTY_FIELDS } from '../../app/features/articles/editor/editor-fields';
import { articleTemplates } from '../schema/article-history';
import type { InsertedIds, SeedDatabase } from './insert-demo';

const CASE_STUDY = `<p>In one sentence: which firm, what it changed, and what came of it in numbers.</p>
<h2>The firm</h2><p>Size, practice areas, city, and who tells the story.</p>
<h2>What was wrong</h2><p>The problem before, with one figure and one scene from a working day.</p>
<h2>What they changed</h2><ol><li>The first step, and who took it</li><li>The second step</li><li>What they tried and dropped</li></ol>
<h2>What came of it</h2><table><tbody><tr><th>Measure</th><th>Before</th><th>After</th></tr><tr><td>Days to invoice</td><td></td><td></td></tr><tr><td>Hours per week</td><td></td><td></td></tr></tbody></table>
<h2>What you can copy on Monday</h2><ul><li>A step that costs nothing</li><li>A step that takes a week</li></ul>`;

const INTERVIEW = `<p>Who we talked to, why now, and where the conversation took place.</p>
<blockquote><p>The one sentence that readers should remember.</p></blockquote>
<h3>What does your working day look like?</h3><p>Answer</p>
<h3>Which decision would you make differently today?</h3><p>Answer</p>
<h3>What did it cost, and how did you measure whether it worked?</h3><p>Answer</p>
<h3>What should a firm of ten people do first?</h3><p>Answer</p>
<p><em>The conversation has been edited for length and clarity.</em></p>`;

interface DemoFacts extends Pick<InsertedIds, 'categoryId'> {
  now: Date;
  accounts: ReadonlyMap<string, string>;
}

export async function insertTemplates(
  db: SeedDatabase,
  { now, accounts, categoryId }: DemoFacts,
): Promise<void> {
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * 86_400_000);
  const rows = [
    {
      name: 'Case study',
      by: 'editor@example.com',
      saved: at(46),
      fields: {
        title: 'Case study: how FIRM did WHAT',
        content: CASE_STUDY,
        readTime: '7',
        categoryId: categoryId('operations'),
      },
    },
    {
      name: 'Interview',
      by: 'author@example.com',
      saved: at(19),
      fields: { title: 'Five questions for NAME', content: INTERVIEW, readTime: '6' },
    },
  ];
  await db.insert(articleTemplates).values(
    rows.map(({ name, by, saved, fields }) => ({
      ...{ name, createdBy: accounts.get(by) ?? null, createdAt: saved, updatedAt: saved },
      fields: EditorFields.parse({ ...EMPTY_FIELDS, ...fields }),
    })),
  );
}
