// The table of the media library.
import { Link } from '@remix-run/react';
import { thumbnailSource } from '~/features/media/image-source';
import { editAddress, formatBytes, type MediaSort, type ShownMedia } from '~/features/media/media-view';
import { EditAndDelete } from '~/layouts/admin/list/edit-and-delete';
import type { ListAddress } from '~/layouts/admin/list/use-list-address';
import { useMay } from '~/layouts/admin/shell/use-may';
import { CopyButton } from '~/ui/copy-button';

interface MediaTableProps {
  items: readonly ShownMedia[];
  sort: MediaSort;
  here: ListAddress;
}

export function MediaTable({ items, sort, here }: MediaTableProps) {
  const mayManage = useMay()('manage images');
  const order = (by: MediaSort) => here({ sort: by === 'name' ? null : by, page: null });
  return (
    <div className="table-frame">
      <table className="table media-table">
        <caption className="sr-only">Images, {sort === 'name' ? 'by name' : 'newest first'}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Image</span>
            </th>
            <th scope="col" aria-sort={sort === 'name' ? 'ascending' : undefined}>
              <Link className="table__sort" to={order('name')} preventScrollReset>
                Name{sort === 'name' && <span aria-hidden="true"> ↑</span>}
              </Link>
            </th>
            <th className="media-table__size" scope="col">
              Size
            </th>
            {mayManage && <th scope="col">Used in</th>}
            <th scope="col" aria-sort={sort === 'newest' ? 'descending' : undefined}>
              <Link className="table__sort" to={order('newest')} preventScrollReset>
                Uploaded{sort === 'newest' && <span aria-hidden="true"> ↓</span>}
              </Link>
            </th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={item.id} item={item} here={here} mayManage={mayManage} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ item, here, mayManage }: { item: ShownMedia; here: ListAddress; mayManage: boolean }) {
  const { id, url, name, alt, width, height, bytes, createdAt } = item;
  return (
    <tr>
      <td className="media-table__image">
        <Thumbnail url={url} />
      </td>
      <td className="media-table__name">
        {mayManage ? (
          <Link className="media-table__link" to={here({ edit: id })} title={name} preventScrollReset>
            {name}
          </Link>
        ) : (
          <span className="media-table__link">{name}</span>
        )}
        <p className={alt ? 'media-table__alt' : 'media-table__alt media-table__alt--none'}>
          {alt || 'No description'}
        </p>
      </td>
      <td data-label="Size" className="media-table__size">
        <span>
          {width} × {height}
          <span className="media-table__bytes"> {formatBytes(bytes)}</span>
        </span>
      </td>
      {mayManage && (
        <td data-label="Used in">
          <Uses item={item} here={here} />
        </td>
      )}
      <td data-label="Uploaded" className="table__moment">
        {createdAt}
      </td>
      <td>
        <div className="row-actions">
          <CopyButton className="row-action" text={url} label="Copy URL" about={name} />
          {mayManage && <EditAndDelete here={here} id={id} about={name} />}
        </div>
      </td>
    </tr>
  );
}

/** Names the first use and links to the rest. */
function Uses({ item, here }: { item: ShownMedia; here: ListAddress }) {
  const [first] = item.uses;
  if (!first) return <span className="table__none">Nowhere</span>;
  const others = item.useCount - 1;
  return (
    <span className="media-table__uses">
      <Link className="media-table__use" to={editAddress(first)}>
        {first.title || 'Untitled'}
      </Link>
      {others > 0 && (
        <Link className="media-table__more" to={here({ edit: item.id })} preventScrollReset>
          and {others} more<span className="sr-only"> uses of {item.name}</span>
        </Link>
      )}
    </span>
  );
}

export function Thumbnail({ url }: { url: string }) {
  return (
    <img
      className="thumbnail"
      src={thumbnailSource(url)}
      alt=""
      width={80}
      height={60}
      loading="lazy"
      decoding="async"
    />
  );
}
