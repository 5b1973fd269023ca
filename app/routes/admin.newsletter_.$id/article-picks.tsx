// The articles of an issue: either the week's articles or a manual selection.
import { Form } from '@remix-run/react';
import { useState } from 'react';
import type { IssueView } from '~/features/newsletter/issues/manage-issues.server';
import type { Pickable, PickableArticle } from '~/features/newsletter/issues/pickable.server';
import { MAX_ARTICLES } from '~/features/settings/newsletter-settings';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { countOf } from '~/lib/text';
import { FormField } from '~/ui/form-field';

interface ArticlePicksProps {
  issue: IssueView;
  pickable: Pickable;
  refused: RefusedForm | null;
}

const POSITIONS = Array.from({ length: MAX_ARTICLES }, (_, index) => String(index + 1));
const SEARCH_FORM = 'article-search';

/** The form of the search field in `ArticlePicks`, which is inside another form. */
export function ArticleSearchForm() {
  return <Form id={SEARCH_FORM} method="get" preventScrollReset />;
}

/** Giving an article a position switches to the manual selection. */
export function ArticlePicks({ issue: { input, content }, pickable, refused }: ArticlePicksProps) {
  const [picks, setPicks] = useState(
    typedText(refused, 'picks') ?? (input.articleIds === null ? 'auto' : 'chosen'),
  );
  /** Articles that got a position; they stay listed when another search replaces the results. */
  const [placed, setPlaced] = useState<PickableArticle[]>([]);
  // As first rendered: a form that stays after a save shows these positions.
  const [chosen] = useState(() => input.articleIds ?? content.articles.map(({ id }) => id));
  const storedPosition = (id: string) => (chosen.includes(id) ? String(chosen.indexOf(id) + 1) : '');
  const positionOf = (id: string) => typedText(refused, placeField(id)) ?? storedPosition(id);
  const positionBefore = (id: string) => typedText(refused, beforeField(id)) ?? storedPosition(id);
  const { articles, found, search } = pickable;
  // Articles of an older issue stay listed even if they are no longer among the newest.
  const older = content.articles.map(({ id, title }) => ({ id, title, date: '' }));
  const listed = [
    ...new Map([...older, ...articles, ...placed, ...found].map((one) => [one.id, one])).values(),
  ];
  const isFound = (id: string) => found.some((one) => one.id === id);
  const all = [...found, ...listed.filter(({ id }) => !isFound(id))];
  return (
    <fieldset className="newsletter-picks">
      <legend className="field__label">Articles</legend>
      <label className="newsletter-picks__way">
        <input
          type="radio"
          name="picks"
          value="auto"
          checked={picks === 'auto'}
          onChange={() => setPicks('auto')}
        />
        This week’s articles, collected when the issue is sent
      </label>
      <label className="newsletter-picks__way">
        <input
          type="radio"
          name="picks"
          value="chosen"
          checked={picks === 'chosen'}
          onChange={() => setPicks('chosen')}
        />
        Selected articles, in this order
      </label>
      {refused?.issues.articleIds && <p className="field__error">{refused.issues.articleIds}</p>}
      {/* A typed search is not unsaved text of the issue. */}
      <div className="newsletter-picks__search" onInput={(event) => event.stopPropagation()}>
        <FormField
          label="Find articles"
          name="search"
          type="search"
          form={SEARCH_FORM}
          autoComplete="off"
          maxLength={200}
          defaultValue={search}
        />
        <button className="button button--quiet" type="submit" form={SEARCH_FORM}>
          Search
        </button>
        <noscript>
          <p className="field__hint">Save the issue before you search. Searching reloads the page.</p>
        </noscript>
        <p className="field__hint" role="status">
          {search !== '' && `Found ${countOf(found.length, 'article')}, listed first.`}
        </p>
      </div>
      <ul
        className={
          picks === 'auto' ? 'newsletter-picks__list newsletter-picks__list--idle' : 'newsletter-picks__list'
        }
      >
        {all.map((article) => (
          <li className="newsletter-picks__article" key={article.id}>
            <select
              className="field__input newsletter-picks__place"
              name={placeField(article.id)}
              aria-label={`Position of ${article.title}`}
              defaultValue={positionOf(article.id)}
              onChange={() => {
                setPicks('chosen');
                setPlaced((before) => [...before, article]);
              }}
            >
              <option value="">Not included</option>
              {POSITIONS.map((position) => (
                <option key={position}>{position}</option>
              ))}
            </select>
            <input type="hidden" name={beforeField(article.id)} value={positionBefore(article.id)} />
            <span>
              {article.title} {article.date && <span className="meta">{article.date}</span>}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const PREFIX = 'place-';
const BEFORE = 'place-before-';

const placeField = (id: string): string => `${PREFIX}${id}`;
/** The position that the form showed first, so that the changed ones are known. */
const beforeField = (id: string): string => `${BEFORE}${id}`;

/**
 * Article ids in order. Articles without a position are left out. A changed position is the resulting one:
 * the other articles keep their order around it.
 */
export function chosenArticles(fields: Record<string, unknown>): string[] {
  const placed = Object.entries(fields)
    .filter(
      ([name, place]) =>
        name.startsWith(PREFIX) && !name.startsWith(BEFORE) && /^\d{1,2}$/.test(String(place)),
    )
    .map(([name, place]) => ({ id: name.slice(PREFIX.length), place: Number(place) }))
    .sort((a, b) => a.place - b.place);
  const isChanged = ({ id, place }: { id: string; place: number }) =>
    String(fields[beforeField(id)] ?? '') !== String(place);
  const order = placed.filter((article) => !isChanged(article));
  const changed = placed.filter(isChanged);
  for (const [index, article] of changed.entries()) {
    // Two articles with the same new position keep the order of the form.
    const same = changed.slice(0, index).filter(({ place }) => place === article.place).length;
    order.splice(article.place - 1 + same, 0, article);
  }
  return order.map(({ id }) => id);
}
