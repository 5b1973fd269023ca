// The form to create or edit an ad. Works without JavaScript.
import { useState } from 'react';
import {
  AD_LINK_LIMIT,
  AD_NAME_LIMIT,
  AD_TYPES,
  HIGHEST_PRIORITY,
  LOCATION_NAMES,
  LOCATION_SIZES,
  LOWEST_PRIORITY,
  TYPE_NAMES,
  TYPE_SIZES,
} from '~/features/ads/ad';
import { AD_LOCATIONS } from '~/features/ads/ad-locations';
import { ImageField } from '~/features/media/ui/image-field';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { EditDialog } from '~/layouts/admin/list/edit-dialog';
import { useMay } from '~/layouts/admin/shell/use-may';
import { fieldProps } from '~/layouts/admin/unsaved/field-props';
import { CheckboxField, FormField, SelectField, TextareaField } from '~/ui/form-field';
import { AD_GONE } from './ad-dialogs';
import { CheckboxList } from './checkbox-list';
import type { AdListItem } from './shown-ad';

interface EditAdProps {
  kind: 'new' | 'edit';
  /** Null for a new ad and for one that does not exist. */
  ad: AdListItem | null;
  categories: { id: string; name: string }[];
  timeZone: string;
  refused: RefusedForm | null;
  closeTo: string;
}

const FILE = { file: 'imageFile', url: 'imageUrl', alt: null };
const SIZES = AD_TYPES.map((type) => `${type} ${TYPE_SIZES[type]}`).join(', ');

export function EditAd({ ad, categories, timeZone, ...dialog }: EditAdProps) {
  const { kind, refused } = dialog;
  const mayBrowse = useMay()('use images');
  const { text, field, box } = fieldProps(refused, ad);
  const list = (field: 'locations' | 'categoryIds'): readonly string[] =>
    refused ? [refused.typed[field] ?? []].flat() : (ad?.[field] ?? []);
  const [typedType, setType] = useState(text('type'));
  const type = AD_TYPES.find((known) => known === typedType) ?? 'banner';
  const issues = refused?.issues ?? {};
  const heading = kind === 'new' ? 'Create New Ad' : 'Edit Ad';
  return (
    <EditDialog {...dialog} row={ad} title={heading} gone={AD_GONE} save="Save Ad" wide noValidate hasUploads>
      <div className="form__row">
        <FormField
          label="Name"
          required
          maxLength={AD_NAME_LIMIT}
          autoComplete="off"
          hint="For your reference, and used as the image’s alt text."
          {...field('name')}
        />
        <SelectField
          label="Type"
          name="type"
          value={type}
          onChange={(event) => setType(event.target.value)}
          error={issues.type}
        >
          {AD_TYPES.map((each) => (
            <option key={each} value={each}>
              {TYPE_NAMES[each]}
            </option>
          ))}
        </SelectField>
      </div>
      <ImageField
        label="Image"
        folder="ads"
        hasLibrary={mayBrowse}
        names={FILE}
        url={text('imageUrl')}
        shape={TYPE_SIZES[type].startsWith('728') ? 'leaderboard' : 'rectangle'}
        hint={
          <>
            Recommended size
            <span className="needs-js">
              {' '}
              for a {type} ad: <strong>{TYPE_SIZES[type]}</strong>
            </span>
            <span className="needs-no-js">: {SIZES}</span>
          </>
        }
        errors={{ file: issues.file, url: issues.imageUrl }}
      />
      <FormField
        label="Link URL"
        inputMode="url"
        maxLength={AD_LINK_LIMIT}
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        hint="Opens in a new tab when a reader clicks the ad."
        {...field('linkUrl')}
      />
      <TextareaField
        label="HTML Content"
        spellCheck={false}
        rows={4}
        hint="Optional. Replaces the image. Scripts and styles are removed."
        {...field('htmlContent')}
      />
      <div className="form__row">
        <FormField
          label="Priority"
          name="priority"
          type="number"
          min={LOWEST_PRIORITY}
          max={HIGHEST_PRIORITY}
          step={1}
          defaultValue={text('priority') || LOWEST_PRIORITY}
          hint={`${LOWEST_PRIORITY} to ${HIGHEST_PRIORITY}. Higher numbers show first.`}
          error={issues.priority}
        />
        <CheckboxField
          label="Active"
          role="switch"
          hint="Show this ad in its placements."
          {...box('active', true)}
        />
      </div>
      <div className="form__row">
        <FormField
          label="Start Date"
          type="date"
          hint="Optional. The first day the ad shows."
          {...field('startDate')}
        />
        <FormField
          label="End Date"
          type="date"
          hint={`Optional. The last day the ad shows${timeZone && `, until midnight ${timeZone}`}.`}
          {...field('endDate')}
        />
      </div>
      <CheckboxList
        legend="Display Locations"
        name="locations"
        choices={AD_LOCATIONS.map((location) => ({
          value: location,
          label: LOCATION_NAMES[location],
          note: LOCATION_SIZES[location],
        }))}
        chosen={list('locations')}
        error={issues.locations}
      />
      <CheckboxList
        legend="Categories"
        name="categoryIds"
        choices={categories.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={list('categoryIds')}
        hint="Select none to show the ad in all categories. The home page shows only ads without a category."
        error={issues.categoryIds}
      />
    </EditDialog>
  );
}
