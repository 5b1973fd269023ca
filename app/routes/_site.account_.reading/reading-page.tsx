// The reading preferences form with a live preview paragraph.
import { useState } from 'react';
import { type ReadingPreferences, readingCookieValue } from '~/features/accounts/profile/reading-preferences';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { AccountHead, AccountRefusal } from '~/layouts/account/account-head';
import { Choices, type ReadingOption } from './choices';

interface ReadingPageProps {
  reading: ReadingPreferences;
  refused: RefusedForm | null;
}

const SIZES: readonly ReadingOption<ReadingPreferences['textSize']>[] = [
  { value: 'small', label: 'Small' },
  { value: 'standard', label: 'Standard' },
  { value: 'large', label: 'Large' },
  { value: 'largest', label: 'Largest' },
];
const TYPEFACES: readonly ReadingOption<ReadingPreferences['typeface']>[] = [
  { value: 'serif', label: 'Serif' },
  { value: 'sans', label: 'Sans serif' },
];
const THEMES: readonly ReadingOption<NonNullable<ReadingPreferences['theme']> | 'device'>[] = [
  { value: 'device', label: 'Set on each device' },
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Null for a value that is not an option. */
function valueIn<T extends string>(options: readonly ReadingOption<T>[], chosen: unknown): T | null {
  return options.find(({ value }) => value === chosen)?.value ?? null;
}

export function ReadingPage({ reading, refused }: ReadingPageProps) {
  const {
    textSize = reading.textSize,
    typeface = reading.typeface,
    theme = reading.theme,
  } = refused?.typed ?? {};
  const given = {
    textSize: valueIn(SIZES, textSize),
    typeface: valueIn(TYPEFACES, typeface),
    theme: valueIn(THEMES, theme ?? 'device'),
  };
  const [shown, setShown] = useState({
    textSize: given.textSize ?? 'standard',
    typeface: given.typeface ?? 'serif',
  });
  const attributes = `serif standard ${readingCookieValue({ ...shown, theme: null }).replaceAll('.', ' ')}`;
  return (
    <div className="account account--security container">
      <AccountHead title="Reading">
        <p className="account__lead">How articles look on every device you sign in with.</p>
      </AccountHead>
      <AccountRefusal refused={refused} />
      {/* A plain form, because the script in the next document's head applies the choice. */}
      <form className="account__card account__card--wide" method="post">
        <input type="hidden" name="version" value="" />
        <Choices
          legend="Text size"
          name="textSize"
          choices={SIZES}
          chosen={given.textSize}
          error={refused?.issues.textSize}
          onChoose={(textSize) => setShown({ ...shown, textSize })}
        />
        <Choices
          legend="Typeface"
          name="typeface"
          choices={TYPEFACES}
          chosen={given.typeface}
          error={refused?.issues.typeface}
          onChoose={(typeface) => setShown({ ...shown, typeface })}
        />
        <div className="reading-sample" data-reading={attributes}>
          <div className="prose">
            <p>
              Most firm owners read early, before the phones start ringing. A comfortable text size and a line
              of about 65 characters make a long article easier to finish.
            </p>
          </div>
        </div>
        <Choices
          legend="Theme"
          name="theme"
          choices={THEMES}
          chosen={given.theme}
          error={refused?.issues.theme}
        />
        <button className="button" type="submit">
          Save Preferences
        </button>
        <p className="account__note">
          Text size and typeface apply to articles and pages. The theme applies to the whole site. Signing out
          resets them in this browser.
        </p>
      </form>
    </div>
  );
}
