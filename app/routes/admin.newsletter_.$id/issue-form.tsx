// The form of a newsletter issue. Works without JavaScript.
import { Form } from '@remix-run/react';
import { useState } from 'react';
import type { IssueView, Pickable } from '~/features/newsletter/issues/manage-issues.server';
import { MOST_ARTICLES } from '~/features/settings/newsletter-settings';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { useUnsavedWarning } from '~/layouts/admin/unsaved/use-unsaved-warning';
import { CheckboxField, FormField, SelectField, TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';

interface IssueFormProps {
  issue: IssueView;
  pickable: Pickable;
  refused: RefusedForm | null;
  onInput(): void;
  onSubmit(): void;
}

const POSITIONS = Array.from({ length: MOST_ARTICLES }, (_, index) => String(index + 1));

export function IssueForm({ issue, pickable, refused, onInput, onSubmit }: IssueFormProps) {
  const { input, content, version } = issue;
  const warning = useUnsavedWarning(refused !== null);
  const typed = (field: string, stored: string) => typedText(refused, field) ?? stored;
  return (
    <Form
      className="form newsletter-form"
      method="post"
      preventScrollReset
      onInput={() => {
        warning.onInput();
        onInput();
      }}
      onSubmit={() => {
        warning.onSubmit();
        onSubmit();
      }}
    >
      <FormRefusal refused={refused} />
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={typedText(refused, 'version') || version} />
      <FormField
        label="Subject"
        name="subject"
        maxLength={200}
        autoComplete="off"
        placeholder={content.articles[0]?.title}
        defaultValue={typed('subject', input.subject)}
        hint="Leave blank to use the first article’s title."
        error={refused?.issues.subject}
      />
      <TextareaField
        label="Introduction"
        name="intro"
        rows={6}
        maxLength={5000}
        defaultValue={typed('intro', input.intro)}
        hint="Separate paragraphs with a blank line."
        error={refused?.issues.intro}
      />
      <Articles issue={issue} pickable={pickable} refused={refused} />
      <div className="form__row">
        <SelectField label="Call to action" name="cta" defaultValue={typed('cta', input.cta)}>
          <option value="auto">Use newsletter settings</option>
          <option value="none">None</option>
          {pickable.ctas.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
        <SelectField label="Ad" name="ad" defaultValue={typed('ad', input.ad)}>
          <option value="auto">Use newsletter settings</option>
          <option value="none">None</option>
          {pickable.ads.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <CheckboxField
        label="Send on schedule"
        name="onSchedule"
        defaultChecked={refused ? typedText(refused, 'onSchedule') === 'on' : input.onSchedule}
        hint="Sends on Tuesday at the time in the newsletter settings. Clear to send it yourself."
      />
      <p className="settings__save">
        <SubmitButton intent="save" pending="Saving...">
          Save Issue
        </SubmitButton>
      </p>
    </Form>
  );
}

type ArticlesProps = Pick<IssueFormProps, 'issue' | 'pickable' | 'refused'>;

/** Either the week's articles or a manual selection. Giving an article a position switches to manual. */
function Articles({ issue: { input, content }, pickable, refused }: ArticlesProps) {
  const [picks, setPicks] = useState(
    typedText(refused, 'picks') ?? (input.articleIds === null ? 'auto' : 'chosen'),
  );
  const chosen = input.articleIds ?? content.articles.map(({ id }) => id);
  const positionOf = (id: string) =>
    typedText(refused, placeField(id)) ?? (chosen.includes(id) ? String(chosen.indexOf(id) + 1) : '');
  // Articles of an older issue stay listed even if they are no longer among the newest.
  const older = content.articles.filter(({ id }) => !pickable.articles.some((one) => one.id === id));
  const all = [...pickable.articles, ...older.map(({ id, title }) => ({ id, title, date: '' }))];
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
      <ul
        className={
          picks === 'auto' ? 'newsletter-picks__list newsletter-picks__list--idle' : 'newsletter-picks__list'
        }
      >
        {all.map(({ id, title, date }) => (
          <li className="newsletter-picks__article" key={id}>
            <select
              className="field__input newsletter-picks__place"
              name={placeField(id)}
              aria-label={`Position of ${title}`}
              defaultValue={positionOf(id)}
              onChange={() => setPicks('chosen')}
            >
              <option value="">Not included</option>
              {POSITIONS.map((position) => (
                <option key={position}>{position}</option>
              ))}
            </select>
            <span>
              {title} {date && <span className="meta">{date}</span>}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const PREFIX = 'place-';

export const placeField = (id: string): string => `${PREFIX}${id}`;

/** Article ids in order of position. Articles without a position are left out. */
export function chosenArticles(fields: Record<string, unknown>): string[] {
  return Object.entries(fields)
    .filter(([name, place]) => name.startsWith(PREFIX) && /^\d{1,2}$/.test(String(place)))
    .sort(([, a], [, b]) => Number(a) - Number(b))
    .map(([name]) => name.slice(PREFIX.length));
}
