// The ads table and its dialogs.
import { type AdState, LOCATION_NAMES, TYPE_NAMES } from '~/features/ads/ad';
import { thumbnailSource } from '~/features/media/image-source';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { EditAndDelete } from '~/layouts/admin/list/edit-and-delete';
import { ListScreen } from '~/layouts/admin/list/list-screen';
import { type ListAddress, useListAddress } from '~/layouts/admin/list/use-list-address';
import { countOf } from '~/lib/text';
import { DataTable, numberColumn, TableRow, textColumn } from '~/ui/data-table';
import { RowLink } from '~/ui/row-link';
import { DeleteAd, PreviewAd } from './ad-dialogs';
import { EditAd } from './edit-ad';
import type { AdListItem } from './shown-ad';

export interface AdsView {
  ads: AdListItem[];
  total: number;
  page: number;
  pageCount: number;
  categories: { id: string; name: string }[];
  timeZone: string;
  dialog: {
    kind: 'new' | 'edit' | 'preview' | 'delete';
    /** Null for a new ad and for one that does not exist. */
    ad: AdListItem | null;
    /** The sanitized HTML that placements show. */
    creative: string | null;
  } | null;
}

export function AdsPage({ view, refused }: { view: AdsView; refused: RefusedForm | null }) {
  const here = useListAddress();
  const { ads, total, dialog } = view;
  const common = { refused, closeTo: here({}) };
  return (
    <ListScreen
      title="Advertisements"
      text={total > 0 ? countOf(total, 'ad') : 'Ads shown in the site’s placements.'}
      noun="Ad"
      view={view}
      here={here}
      refused={refused}
      empty={{
        title: 'No ads found',
        text: 'Create an ad to fill your first placement. Empty placements take up no space.',
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

function Table({ ads, here }: { ads: AdListItem[]; here: ListAddress }) {
  return (
    <DataTable
      caption="Advertisements, newest first"
      className="ads-table"
      columns={[
        textColumn('Name'),
        'Type',
        'Status',
        numberColumn('Priority'),
        'Placements',
        { label: 'Created', className: 'table__created' },
        { label: 'Actions', className: 'ads-table__actions', isLabeled: false },
      ]}
    >
      {ads.map((ad) => (
        <Row key={ad.id} ad={ad} here={here} />
      ))}
    </DataTable>
  );
}

/** Uses the colors of the article statuses with the same meaning: live, waiting, over. */
const AD_STATES: Record<AdState, { label: string; color: string }> = {
  active: { label: 'Active', color: 'published' },
  inactive: { label: 'Inactive', color: 'archived' },
  scheduled: { label: 'Scheduled', color: 'draft' },
  ended: { label: 'Ended', color: 'archived' },
};

function Row({ ad, here }: { ad: AdListItem; here: ListAddress }) {
  const { id, name, type, state, imageUrl, priority, period, created } = ad;
  const { label, color } = AD_STATES[state];
  return (
    <TableRow>
      <td>
        <div className="ads-table__ad">
          {imageUrl ? (
            <img
              className="ads-table__image"
              src={thumbnailSource(imageUrl)}
              width={80}
              height={60}
              alt=""
              loading="lazy"
            />
          ) : (
            <span className="ads-table__image ads-table__image--none" aria-hidden="true">
              {ad.htmlContent ? 'HTML' : 'Text'}
            </span>
          )}
          <span className="ads-table__text">{name}</span>
        </div>
      </td>
      <td>{TYPE_NAMES[type]}</td>
      <td>
        <span className={`status status--${color}`}>{label}</span>
        <Period text={period} />
      </td>
      <td>{priority}</td>
      <td className="ads-table__places">
        <Places ad={ad} />
      </td>
      <td className="table__moment">{created}</td>
      <td>
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
    </TableRow>
  );
}

/** Wraps only between the dates, never inside one. */
function Period({ text }: { text: string }) {
  if (!text) return null;
  const [from = '', until] = text.split(/(?<=–) /);
  return (
    <span className="ads-table__more">
      <span className="ads-table__day">{from}</span>{' '}
      {until && <span className="ads-table__day">{until}</span>}
    </span>
  );
}

function Places({ ad: { locations, categoryNames, placementCount } }: { ad: AdListItem }) {
  if (placementCount === 0) return <span className="table__none">None</span>;
  return (
    <div>
      <span className="ads-table__count">{placementCount}</span>{' '}
      {locations.map((location) => LOCATION_NAMES[location]).join(', ')}
      {categoryNames.length > 0 && <span className="ads-table__more">{categoryNames.join(', ')}</span>}
    </div>
  );
}
