// Dialogs to preview and delete an ad.
import { LOCATION_NAMES } from '~/features/ads/ad';
import { AD_LOCATIONS, type AdLocation, slotSize } from '~/features/ads/ad-locations';
import { AdCreative } from '~/features/ads/ui/ad-creative';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { DeleteDialog, GoneDialog } from '~/layouts/admin/list/delete-dialog';
import { countOf } from '~/lib/text';
import { ModalDialog } from '~/ui/modal-dialog';
import type { AdListItem } from './shown-ad';

export const AD_GONE = 'This ad no longer exists. Someone may have deleted it.';

interface PreviewAdProps {
  ad: AdListItem | null;
  /** The sanitized HTML that placements show. */
  creative: string | null;
  closeTo: string;
}

/** Links open the ad's real target, but clicks in the preview are not counted. */
export function PreviewAd({ ad, creative, closeTo }: PreviewAdProps) {
  if (!ad) return <GoneDialog title="Preview" text={AD_GONE} closeTo={closeTo} />;
  return (
    <ModalDialog title={`Preview of ${ad.name}`} closeTo={closeTo} wide>
      {shapesOf(ad.locations).map(([shape, locations]) => (
        <figure className="ad-preview" key={shape}>
          <div className={`ad-slot ad-slot--${shape}${creative || !ad.imageUrl ? ' ad-slot--text' : ''}`}>
            <p className="ad-slot__label">Advertisement</p>
            <div className="ad-slot__box">
              <div className="ad-slot__turn">
                <AdCreative
                  ad={{ name: ad.name, imageUrl: ad.imageUrl || null, html: creative }}
                  href={ad.linkUrl || null}
                  size={slotSize(locations[0] ?? 'footer')}
                />
              </div>
            </div>
          </div>
          <figcaption className="ad-preview__places">
            {locations.map((location) => LOCATION_NAMES[location]).join(', ')}
          </figcaption>
        </figure>
      ))}
      <p className="dialog__note">
        {ad.linkUrl ? (
          <>
            A click opens{' '}
            <a className="link" href={ad.linkUrl} target="_blank" rel="noopener noreferrer">
              {ad.linkUrl}
            </a>{' '}
            in a new tab. Clicks here are not counted.
          </>
        ) : (
          'This ad has no link, so a click does nothing unless its HTML contains links.'
        )}
      </p>
    </ModalDialog>
  );
}

/** Groups the ad's locations by slot shape. An ad without placements is shown once in each shape. */
function shapesOf(locations: readonly AdLocation[]): [shape: string, locations: AdLocation[]][] {
  const shown = locations.length > 0 ? locations : AD_LOCATIONS;
  const shapes = (['leaderboard', 'rectangle'] as const).map((shape): [string, AdLocation[]] => [
    shape,
    shown.filter((location) => slotSize(location).shape === shape),
  ]);
  return shapes.filter(([, locations]) => locations.length > 0);
}

interface DeleteAdProps {
  ad: AdListItem | null;
  refused: RefusedForm | null;
  closeTo: string;
}

export function DeleteAd({ ad, refused, closeTo }: DeleteAdProps) {
  return (
    <DeleteDialog noun="ad" id={ad?.id} gone={AD_GONE} refused={refused} closeTo={closeTo}>
      {ad && (
        <p className="dialog__note">
          <strong>{ad.name}</strong> and its {countOf(ad.placementCount, 'placement')} will be deleted. Its
          report stays.
        </p>
      )}
    </DeleteDialog>
  );
}
