// The table of ads.
import { type AdStanding, LOCATION_NAMES, TYPE_NAMES } from '~/features/ads/ad';
import { thumbnailSource } from '~/features/media/picture';
import type { RefusedForm } from '~/http/form-answer.server';
import { countOf } from '~/lib/count-of';
import { DataTable, numberColumn } from '~/ui/data-table';
import { RowLink } from '~/ui/row-link';
import { EditAndDelete } from '../admin/edit-and-delete';
import { ListScreen } from '../admin/list-screen';
import { type Here, useHere } from '../admin/use-here';
import { DeleteAd, PreviewAd } from './ad-dialogs';
import { EditAd } from './edit-ad';
import type { ShownAd } from './shown-ad';

export interface AdsView {
  ads: ShownAd[];
  total: number;
  page: number;
  pageCount: number;
  categories: { id: string; name: string }[];
  timeZone: string;
  dialog: {
    kind: 'new' | 'edit' | 'preview' | 'delete';
    /** Null for a new one, and for one that is gone. */
    ad: ShownAd | null;
    /** Its HTML as slots show it. */
    creative: string | null;
  } | null;
}

export function AdsPage({ view, refused }: { view: AdsView; refused: RefusedForm | null }) {
  const here = useHere();
  const { ads, total, dialog } = view;
  const common = { refused, closeTo: here({}) };
  return (
    <ListScreen
      title="Advertisements"
      text={total > 0 ? countOf(total, 'ad') : 'What stands in the ad slots.'}
      noun={{ title: 'Ad', plain: 'ad' }}
      view={view}
      here={here}
      refused={refused}
      empty={{
        title: 'No ads found',
        text: 'Slots without an ad are not there at all: readers see no gap.',
      }}
      list={ads.length > 0 ? <Table ads={ads} here={here} /> : null}
    >
      {(dialog?.kind === 'new' || dialog?.kind === 'edit') && (
        <EditAd {...common} {...view} key={dialog.ad?.id ?? dialog.kind} kind={dialog.kind} ad={dialog.ad} />
      )}
      {dialog?.kind === 'preview' && (
        <PreviewAd ad={dialog.ad} creative={dialog.creative} closeTo={common.closeTo} />
      )}
      {dialog?.kind === 'delete' && <DeleteAd {...common} ad={dialog.ad} />}
    </ListScreen>
  );
}

function Table({ ads, here }: { ads: ShownAd[]; here: Here }) {
  return (
    <DataTable
      caption="Advertisements, newest first"
      className="ads-table"
      columns={[
        'Name',
        'Type',
        'Status',
        numberColumn('Priority'),
        'Placements',
        { label: 'Created', className: 'ads-table__created' },
        { label: 'Actions', className: 'ads-table__actions' },
      ]}
    >
      {ads.map((ad) => (
        <Row key={ad.id} ad={ad} here={here} />
      ))}
    </DataTable>
  );
}

/** Coloured like the statuses of articles that mean the same to an editor: showing, waiting, over. */
const STANDINGS: Record<AdStanding, { label: string; colour: string }> = {
  active: { label: 'Active', colour: 'published' },
  inactive: { label: 'Inactive', colour: 'archived' },
  scheduled: { label: 'Scheduled', colour: 'draft' },
  ended: { label: 'Ended', colour: 'archived' },
};

function Row({ ad, here }: { ad: ShownAd; here: Here }) {
  const { id, name, type, standing, imageUrl, priority, period, created } = ad;
  const { label, colour } = STANDINGS[standing];
  return (
    <tr>
      <td>
        <div className="ads-table__ad">
          {imageUrl ? (
            <img
              className="ads-table__picture"
              src={thumbnailSource(imageUrl)}
              width={80}
              height={60}
              alt=""
              loading="lazy"
            />
          ) : (
            <span className="ads-table__picture ads-table__picture--none" aria-hidden="true">
              {ad.htmlContent ? 'HTML' : 'Text'}
            </span>
          )}
          <span className="ads-table__words">{name}</span>
        </div>
      </td>
      <td data-label="Type">{TYPE_NAMES[type]}</td>
      <td data-label="Status">
        <span className={`status status--${colour}`}>{label}</span>
        <Period words={period} />
      </td>
      <td className="table__number" data-label="Priority">
        {priority}
      </td>
      <td className="ads-table__places" data-label="Placements">
        <Places ad={ad} />
      </td>
      <td className="table__moment" data-label="Created">
        {created}
      </td>
      <td className="ads-table__actions">
        <div className="row-actions">
          <RowLink to={here({ preview: id })} about={name} preventScrollReset>
            Preview
          </RowLink>
          <RowLink to={`/admin/ads/${id}/report`} about={name}>
            Report
          </RowLink>
          <EditAndDelete here={here} id={id} about={name} />
        </div>
      </td>
    </tr>
  );
}

/** No line ends within a date. */
function Period({ words }: { words: string }) {
  if (!words) return null;
  const [from = '', until] = words.split(/(?<=–) /);
  return (
    <span className="ads-table__more">
      <span className="ads-table__day">{from}</span>{' '}
      {until && <span className="ads-table__day">{until}</span>}
    </span>
  );
}

function Places({ ad: { locations, categoryNames, placementCount } }: { ad: ShownAd }) {
  if (placementCount === 0) return <span className="table__none">None: it shows nowhere</span>;
  return (
    <div>
      <span className="ads-table__count">{placementCount}</span>{' '}
      {locations.map((location) => LOCATION_NAMES[location]).join(', ')}
      {categoryNames.length > 0 && <span className="ads-table__more">{categoryNames.join(', ')}</span>}
    </div>
  );
}
