// Looking at an ad as readers will, and deleting it.
import { LOCATION_NAMES } from '~/features/ads/ad';
import { AD_LOCATIONS, type AdLocation, slotSize } from '~/features/ads/ad-locations';
import { AdCreative } from '~/features/ads/ui/ad-creative';
import type { RefusedForm } from '~/http/form-answer.server';
import { countOf } from '~/lib/count-of';
import { ModalDialog } from '~/ui/modal-dialog';
import { DeleteDialog, deleteTitle, GoneDialog } from '../admin/delete-dialog';
import type { ShownAd } from './shown-ad';

export const GONE = 'There is no such ad any more. Somebody deleted it.';

interface PreviewAdProps {
  ad: ShownAd | null;
  /** Its HTML as slots show it. */
  creative: string | null;
  closeTo: string;
}

/** Its link leads where readers' clicks do, and nobody counts them here. */
export function PreviewAd({ ad, creative, closeTo }: PreviewAdProps) {
  if (!ad) return <GoneDialog title="Preview" text={GONE} closeTo={closeTo} />;
  return (
    <ModalDialog title={`Preview of ${ad.name}`} closeTo={closeTo} wide>
      {shapesOf(ad.locations).map(([shape, places]) => (
        <figure className="ad-preview" key={shape}>
          <div className={`ad-slot ad-slot--${shape}${creative || !ad.imageUrl ? ' ad-slot--words' : ''}`}>
            <p className="ad-slot__label">Advertisement</p>
            <div className="ad-slot__box">
              <div className="ad-slot__turn">
                <AdCreative
                  ad={{ name: ad.name, imageUrl: ad.imageUrl || null, html: creative }}
                  href={ad.linkUrl || null}
                  size={slotSize(places[0] ?? 'footer')}
                />
              </div>
            </div>
          </div>
          <figcaption className="ad-preview__places">
            {places.map((location) => LOCATION_NAMES[location]).join(', ')}
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
          'It has no link: a click leads nowhere, unless its HTML has links of its own.'
        )}
      </p>
    </ModalDialog>
  );
}

/** The places it stands in, by the shape of their slots; one of each shape for an ad that stands nowhere. */
function shapesOf(locations: readonly AdLocation[]): [shape: string, places: AdLocation[]][] {
  const shown = locations.length > 0 ? locations : AD_LOCATIONS;
  const shapes = (['leaderboard', 'rectangle'] as const).map((shape): [string, AdLocation[]] => [
    shape,
    shown.filter((location) => slotSize(location).shape === shape),
  ]);
  return shapes.filter(([, places]) => places.length > 0);
}

interface DeleteAdProps {
  ad: ShownAd | null;
  refused: RefusedForm | null;
  closeTo: string;
}

export function DeleteAd({ ad, refused, closeTo }: DeleteAdProps) {
  if (!ad && !refused) return <GoneDialog title={deleteTitle('ad')} text={GONE} closeTo={closeTo} />;
  return (
    <DeleteDialog noun="ad" id={ad?.id} refused={refused} closeTo={closeTo}>
      {ad && (
        <p className="dialog__note">
          <strong>{ad.name}</strong> and its {countOf(ad.placementCount, 'placement')} go. What was counted
          for it stays in the log.
        </p>
      )}
    </DeleteDialog>
  );
}
