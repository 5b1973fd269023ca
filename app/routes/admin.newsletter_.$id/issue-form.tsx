// What an editor may say about an issue. Without scripts it is one long form that works the same.
import { Form } from '@remix-run/react';
import { useState } from 'react';
import type { IssueView, Pickable } from '~/features/newsletter/issues/manage-issues.server';
import { MOST_ARTICLES } from '~/features/settings/newsletter-settings';
import type { RefusedForm } from '~/http/form-answer.server';
import { CheckboxField, FormField, SelectField, TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';
import { typedText } from '../admin/typed-text';
import { useUnsavedWarning } from '../admin/use-unsaved-warning';
import { placeField } from './place-fields';

interface IssueFormProps {
  issue: IssueView;
  pickable: Pickable;
  refused: RefusedForm | null;
  onInput(): void;
  onSubmit(): void;
}

const PLACES = Array.from({ length: MOST_ARTICLES }, (_, index) => String(index + 1));

export function IssueForm({ issue, pickable, refused, onInput, onSubmit }: IssueFormProps) {
  const { input, content, stamp } = issue;
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
      <input type="hidden" name="stamp" value={typedText(refused, 'stamp') || stamp} />
      <FormField
        label="Subject"
        name="subject"
        maxLength={200}
        autoComplete="off"
        placeholder={content.articles[0]?.title}
        defaultValue={typed('subject', input.subject)}
        hint="Left empty, it is the first article’s title."
        error={refused?.issues.subject}
      />
      <TextareaField
        label="Introduction"
        name="intro"
        rows={6}
        maxLength={5000}
        defaultValue={typed('intro', input.intro)}
        hint="An empty line begins another paragraph."
        error={refused?.issues.intro}
      />
      <Articles issue={issue} pickable={pickable} refused={refused} />
      <div className="form__row">
        <SelectField label="Call to action" name="cta" defaultValue={typed('cta', input.cta)}>
          <option value="auto">As the settings say</option>
          <option value="none">None</option>
          {pickable.ctas.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
        <SelectField label="Ad" name="ad" defaultValue={typed('ad', input.ad)}>
          <option value="auto">As the settings say</option>
          <option value="none">None</option>
          {pickable.ads.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <CheckboxField
        label="Let the clock send it"
        name="onSchedule"
        defaultChecked={refused ? typedText(refused, 'onSchedule') === 'on' : input.onSchedule}
        hint="On its Tuesday, at the hour of the settings. Otherwise it waits for you."
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

/** The week by itself, or articles by hand: whoever gives one a place means the latter. */
function Articles({ issue: { input, content }, pickable, refused }: ArticlesProps) {
  const [picks, setPicks] = useState(
    typedText(refused, 'picks') ?? (input.articleIds === null ? 'auto' : 'chosen'),
  );
  const chosen = input.articleIds ?? content.articles.map(({ id }) => id);
  const placeOf = (id: string) =>
    typedText(refused, placeField(id)) ?? (chosen.includes(id) ? String(chosen.indexOf(id) + 1) : '');
  // What an older issue was given stays to be seen, though it is not among the newest.
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
        The week’s articles, as they are when it leaves
      </label>
      <label className="newsletter-picks__way">
        <input
          type="radio"
          name="picks"
          value="chosen"
          checked={picks === 'chosen'}
          onChange={() => setPicks('chosen')}
        />
        These, in this order
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
              aria-label={`Place of ${title}`}
              defaultValue={placeOf(id)}
              onChange={() => setPicks('chosen')}
            >
              <option value="">Not in it</option>
              {PLACES.map((place) => (
                <option key={place}>{place}</option>
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
