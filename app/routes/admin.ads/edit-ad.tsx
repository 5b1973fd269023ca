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
import { typedText } from '~/layouts/admin/unsaved/typed-text';
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

export function EditAd({ kind, ad, categories, timeZone, refused, closeTo }: EditAdProps) {
  const mayBrowse = useMay()('use images');
  const typed = (field: keyof AdListItem) => typedText(refused, field) ?? String(ad?.[field] ?? '');
  const list = (field: 'locations' | 'categoryIds'): readonly string[] =>
    refused ? [refused.typed[field] ?? []].flat() : (ad?.[field] ?? []);
  const [typedType, setType] = useState(typed('type'));
  const type = AD_TYPES.find((known) => known === typedType) ?? 'banner';
  const issues = refused?.issues ?? {};
  const heading = kind === 'new' ? 'Create New Ad' : 'Edit Ad';
  return (
    <EditDialog
      kind={kind}
      row={ad}
      refused={refused}
      title={heading}
      closeTo={closeTo}
      gone={AD_GONE}
      save="Save Ad"
      wide
      noValidate
      hasUploads
    >
      <div className="form__row">
        <FormField
          label="Name"
          name="name"
          required
          maxLength={AD_NAME_LIMIT}
          autoComplete="off"
          defaultValue={typed('name')}
          hint="For your reference, and used as the image’s alt text."
          error={issues.name}
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
        url={typed('imageUrl')}
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
        name="linkUrl"
        inputMode="url"
        maxLength={AD_LINK_LIMIT}
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        defaultValue={typed('linkUrl')}
        hint="Opens in a new tab when a reader clicks the ad."
        error={issues.linkUrl}
      />
      <TextareaField
        label="HTML Content"
        name="htmlContent"
        spellCheck={false}
        rows={4}
        defaultValue={typed('htmlContent')}
        hint="Optional. Replaces the image. Scripts and styles are removed."
        error={issues.htmlContent}
      />
      <div className="form__row">
        <FormField
          label="Priority"
          name="priority"
          type="number"
          min={LOWEST_PRIORITY}
          max={HIGHEST_PRIORITY}
          step={1}
          defaultValue={typed('priority') || LOWEST_PRIORITY}
          hint={`${LOWEST_PRIORITY} to ${HIGHEST_PRIORITY}. Higher numbers show first.`}
          error={issues.priority}
        />
        <CheckboxField
          label="Active"
          name="active"
          role="switch"
          defaultChecked={refused ? typed('active') === 'on' : (ad?.active ?? true)}
          hint="Show this ad in its placements."
        />
      </div>
      <div className="form__row">
        <FormField
          label="Start Date"
          name="startDate"
          type="date"
          defaultValue={typed('startDate')}
          hint="Optional. The first day the ad shows."
          error={issues.startDate}
        />
        <FormField
          label="End Date"
          name="endDate"
          type="date"
          defaultValue={typed('endDate')}
          hint={`Optional. The last day the ad shows${timeZone && `, until midnight ${timeZone}`}.`}
          error={issues.endDate}
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
