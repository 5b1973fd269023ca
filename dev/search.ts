// `npm run search -- "query"`: explains the first ten results of a search. Uses the database of DATABASE_URL, or the embedded
// one. The score is computed by `rank_matches` (db/functions/search.sql).
import { toSearchTerms } from '../app/lib/search-terms';
import { connectTo } from './database/connect';
import { explainDatabaseError } from './database/explain-error';
import { openLocalDatabase } from './database/open-database';
import { runScript } from './startup/lifecycle';
import { Refusal } from './startup/refusal';
import { readSettings } from './startup/settings';

const USAGE = 'Usage: npm run search -- "intake response"';
const RESULTS = 10;

interface Answer {
  total: number;
  more: boolean;
  corrected: string | null;
  forms: string[];
  rows: { id: string; kind: string }[];
}

interface Explained {
  id: string;
  title: string;
  date: string | null;
  score: number;
  in_title: boolean;
  in_head: boolean;
  parts: string;
  phrase: string;
  whole_words: boolean;
  rank: number;
  age_years: number;
  popular: boolean;
}

/** The parts of each score, by the functions that the search itself uses. `$1` is the searched text, `$2` the ids. */
const EXPLANATION = `
  with words as (select list_words(search_normal($1)) as words),
  asked as materialized (
    select words, search_parts(words, false) as parts,
      case when cardinality(words) > 1 then nullif(phraseto_tsquery('english', array_to_string(words, ' '))::text, '')::tsquery end
        as phrase,
      join_queries(array(select word_query(word) from unnest(words) as word), '&') as wholes from words)
  select d.article_id as id, a.title, to_char(d.public_at, 'YYYY-MM-DD') as date, r.score,
    ts_filter(d.document, '{a}') @@ join_queries(parts, '&') as in_title,
    ts_filter(d.document, '{a,b}') @@ join_queries(parts, '&') as in_head,
    (select count(*) from unnest(parts) as part where d.document @@ part) || '/' || cardinality(parts) as parts,
    case when phrase is null then '-' when ts_filter(d.document, '{a}') @@ phrase then 'title'
      when ts_filter(d.document, '{a,b}') @@ phrase then 'summary'
      when d.document @@ phrase then 'text' else 'no' end as phrase,
    d.words @@ wholes as whole_words, ts_rank('{0.1, 0.3, 0.6, 1}', d.document, join_queries(parts, '&'), 1) as rank,
    extract(epoch from now() - d.public_at) / 31557600 as age_years, a.is_popular as popular
  from asked cross join lateral rank_matches(
    array(select ctid from search_documents where article_id = any($2::uuid[])), parts, phrase, wholes) as r
  join search_documents d on d.ctid = r.place join articles a on a.id = d.article_id`;

await runScript(async (lifecycle) => {
  const text = process.argv.slice(2).join(' ').trim();
  if (text === '') throw new Refusal(USAGE);
  const database = await openLocalDatabase(readSettings(), (line) => console.log(line), { shared: true });
  lifecycle.onEnd('The database', database.stop);
  const client = await connectTo(database.url);
  lifecycle.onEnd('The connection', () => client.end());
  try {
    const terms = toSearchTerms(text);
    const { rows: answers } = await client.query<{ found: Answer }>(
      'select search_articles($1, $2::jsonb, $3::jsonb) as found',
      [text, JSON.stringify(terms), JSON.stringify({ take: RESULTS })],
    );
    const found = answers[0]?.found;
    if (!found) throw new Refusal(USAGE);
    const searched = found.corrected ?? terms.flatMap((term) => (term.not ? [] : [term.text])).join(' ');
    const ids = found.rows.map(({ id }) => id);
    const { rows } = await client.query<Explained>(EXPLANATION, [searched, ids]);
    console.log(`${found.more ? 'More than ' : ''}${found.total} found for “${text}”`);
    if (found.corrected !== null) console.log(`Searched instead: ${found.corrected}`);
    console.log(`Words marked: ${found.forms.join(', ') || 'none'}`);
    for (const [index, { id, kind }] of found.rows.entries()) {
      const row = rows.find((candidate) => candidate.id === id);
      console.log(row ? toLines(index + 1, kind, row) : `${index + 1}. ${id} (${kind}), not ranked`);
    }
  } catch (error) {
    throw explainDatabaseError(error, database.url);
  }
});

function toLines(place: number, kind: string, row: Explained): string {
  const facts = [
    `found by ${kind}`,
    row.in_title ? 'all in the title' : row.in_head ? 'all in title, summary, tags and names' : 'in the text',
    `parts ${row.parts}`,
    `phrase ${row.phrase}`,
    `whole words ${row.whole_words ? 'yes' : 'no'}`,
    `rank ${Number(row.rank).toFixed(3)}`,
    `age ${Number(row.age_years).toFixed(2)} years`,
    ...(row.popular ? ['popular'] : []),
  ];
  return `${String(place).padStart(2)}. ${row.score.toFixed(3)}  ${row.date ?? 'not public'}  ${row.title}\n      ${facts.join(' · ')}`;
}
