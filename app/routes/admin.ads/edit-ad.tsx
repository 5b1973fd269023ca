// Creating and editing an ad: a form that also works without JavaScript.
import { Form, useNavigation } from '@remix-run/react';
import { useRef, useState } from 'react';
import {
  AD_TYPES,
  type AdType,
  HIGHEST_PRIORITY,
  LINK_LIMIT,
  LOCATION_NAMES,
  LOCATION_SIZES,
  LOWEST_PRIORITY,
  NAME_LIMIT,
  TYPE_NAMES,
  TYPE_SIZES,
} from '~/features/ads/ad';
import { AD_LOCATIONS } from '~/features/ads/ad-locations';
import { ImageField } from '~/features/media/ui/image-field';
import type { RefusedForm } from '~/http/form-answer.server';
import { CheckboxField, FormField, SelectField, TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { useWaitForUploads } from '~/ui/use-wait-for-uploads';
import { GoneDialog } from '../admin/delete-dialog';
import { EditedRow } from '../admin/edited-row';
import { SaveButton } from '../admin/save-button';
import { typedText } from '../admin/typed-text';
import { GONE } from './ad-dialogs';
import { CheckboxList } from './checkbox-list';
import type { ShownAd } from './shown-ad';

interface EditAdProps {
  kind: 'new' | 'edit';
  /** Null for a new one, and for one that is gone. */
  ad: ShownAd | null;
  categories: { id: string; name: string }[];
  timeZone: string;
  refused: RefusedForm | null;
  closeTo: string;
}

const FILE = { file: 'imageFile', url: 'imageUrl', alt: null };
const SIZES = AD_TYPES.map((type) => `${type} ${TYPE_SIZES[type]}`).join(', ');

export function EditAd({ kind, ad, categories, timeZone, refused, closeTo }: EditAdProps) {
  const form = useRef<HTMLFormElement>(null);
  const { isWaiting, onSubmit } = useWaitForUploads(form);
  const isSaving = useNavigation().formMethod === 'POST';
  const typed = (field: keyof ShownAd) => typedText(refused, field) ?? String(ad?.[field] ?? '');
  const list = (field: 'locations' | 'categoryIds'): readonly string[] =>
    refused ? [refused.typed[field] ?? []].flat() : (ad?.[field] ?? []);
  const [type, setType] = useState(typed('type') || 'banner');
  const issues = refused?.issues ?? {};
  const heading = kind === 'new' ? 'Create New Ad' : 'Edit Ad';
  if (kind === 'edit' && !ad && !refused) return <GoneDialog title={heading} text={GONE} closeTo={closeTo} />;
  return (
    <ModalDialog title={heading} closeTo={closeTo} wide>
      <Form
        className="form"
        method="post"
        encType="multipart/form-data"
        noValidate
        preventScrollReset
        ref={form}
        onSubmit={onSubmit}
      >
        <FormRefusal refused={refused} />
        <EditedRow kind={kind} row={ad} refused={refused} />
        <div className="form__row">
          <FormField
            label="Name"
            name="name"
            required
            maxLength={NAME_LIMIT}
            autoComplete="off"
            defaultValue={typed('name')}
            hint="For the newsroom; readers hear it in place of the picture."
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
          names={FILE}
          url={typed('imageUrl')}
          shape={TYPE_SIZES[type as AdType]?.startsWith('728') ? 'leaderboard' : 'rectangle'}
          hint={
            <>
              Recommended size
              <span className="needs-js">
                {' '}
                for a {type} ad: <strong>{TYPE_SIZES[type as AdType] ?? TYPE_SIZES.banner}</strong>
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
          maxLength={LINK_LIMIT}
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          defaultValue={typed('linkUrl')}
          hint="Where a click leads, in a new tab."
          error={issues.linkUrl}
        />
        <TextareaField
          label="HTML Content"
          name="htmlContent"
          spellCheck={false}
          rows={4}
          defaultValue={typed('htmlContent')}
          hint="Optional; it shows in place of the image. Scripts and styles are taken out."
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
            hint={`${LOWEST_PRIORITY} to ${HIGHEST_PRIORITY}; of several ads in a slot the highest comes first.`}
            error={issues.priority}
          />
          <CheckboxField
            label="Active"
            name="active"
            role="switch"
            defaultChecked={refused ? typed('active') === 'on' : (ad?.active ?? true)}
            hint="Readers see it in its slots."
          />
        </div>
        <div className="form__row">
          <FormField
            label="Start Date"
            name="startDate"
            type="date"
            defaultValue={typed('startDate')}
            hint="Optional: the first day it shows."
            error={issues.startDate}
          />
          <FormField
            label="End Date"
            name="endDate"
            type="date"
            defaultValue={typed('endDate')}
            hint={`Optional: the last day it shows${timeZone && `, until midnight ${timeZone}`}.`}
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
          hint="None chosen: everywhere. The home page has no category, so there only ads for everywhere show."
          error={issues.categoryIds}
        />
        <DialogFoot closeTo={closeTo}>
          <SaveButton words="Save Ad" isSaving={isSaving} isWaiting={isWaiting} />
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}
