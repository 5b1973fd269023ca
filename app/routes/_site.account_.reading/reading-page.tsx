// Three choices, and a paragraph that shows what they do.
import { useState } from 'react';
import { type ReadingPreferences, readingWords } from '~/features/accounts/reading-preferences';
import type { RefusedForm } from '~/http/form-answer.server';
import { AccountHead, Refusal } from '../_site.account/account-head';
import { type Choice, Choices } from './choices';

interface ReadingPageProps {
  reading: ReadingPreferences;
  refused: RefusedForm | null;
}

const SIZES: readonly Choice<ReadingPreferences['textSize']>[] = [
  { value: 'small', label: 'Small' },
  { value: 'standard', label: 'Standard' },
  { value: 'large', label: 'Large' },
  { value: 'largest', label: 'Largest' },
];
const TYPEFACES: readonly Choice<ReadingPreferences['typeface']>[] = [
  { value: 'serif', label: 'With serifs' },
  { value: 'sans', label: 'Without serifs' },
];
const THEMES: readonly Choice<NonNullable<ReadingPreferences['theme']> | 'device'>[] = [
  { value: 'device', label: 'As on this device' },
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function ReadingPage({ reading, refused }: ReadingPageProps) {
  const given = (refused?.typed ?? reading) as ReadingPreferences;
  const [shown, setShown] = useState({ textSize: given.textSize, typeface: given.typeface });
  const words = `serif standard ${readingWords({ ...shown, theme: null }).replaceAll('.', ' ')}`;
  return (
    <div className="account account--security container">
      <AccountHead title="Reading">
        <p className="account__lead">How articles look to you, on every device you sign in with.</p>
      </AccountHead>
      <Refusal refused={refused} />
      {/* A plain form: the script in the head of the next document applies the choice. */}
      <form className="account__card account__card--wide" method="post">
        <input type="hidden" name="stamp" value="" />
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
        <div className="reading-sample" data-reading={words}>
          <div className="prose">
            <p>
              The quiet hour before the phones begin is when a firm’s owner reads. A line of sixty-odd
              letters, a size that asks nothing of the eyes: that is all a page can do for you.
            </p>
          </div>
        </div>
        <Choices
          legend="Theme"
          name="theme"
          choices={THEMES}
          chosen={given.theme ?? 'device'}
          error={refused?.issues.theme}
        />
        <button className="button" type="submit">
          Save Preferences
        </button>
        <p className="account__note">
          Size and typeface are for articles and pages, the theme is for the whole site. When you sign out,
          this browser forgets them.
        </p>
      </form>
    </div>
  );
}
