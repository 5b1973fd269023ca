// The table of categories, with dialogs to create, edit and delete them.
import { Link } from '@remix-run/react';
import type { CategoryCard } from '~/features/categories/category-view';
import { imageSource } from '~/features/media/image-source';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { withQuery } from '~/lib/query-string';
import { ACTIONS, DataTable, numberColumn, TableRow, unlabeledColumn } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { RowLink } from '~/ui/row-link';
import { PageHead } from '../list/page-head';
import { DeleteCategory, EditCategory } from './category-dialogs';

export interface CategoriesView {
  categories: CategoryCard[];
  dialog: { kind: 'new' | 'edit' | 'delete'; category: CategoryCard | null } | null;
}

interface CategoriesTabProps extends CategoriesView {
  /** The page's URL without a dialog. */
  at: string;
  refused: RefusedForm | null;
}

export function CategoriesTab({ categories, dialog, at, refused }: CategoriesTabProps) {
  const common = { refused, closeTo: at };
  return (
    <>
      <PageHead title="Categories" text="The magazine’s sections. Each article has one category or none.">
        <Link className="button" to={withQuery(at, { new: '' })} preventScrollReset>
          New Category
        </Link>
      </PageHead>
      {categories.length === 0 ? (
        <EmptyState title="No categories yet" text="Categories appear on the home page and in the menu.">
          <Link className="button" to={withQuery(at, { new: '' })} preventScrollReset>
            Create Your First Category
          </Link>
        </EmptyState>
      ) : (
        <DataTable
          columns={[
            'Image',
            unlabeledColumn('Name'),
            unlabeledColumn('Description'),
            numberColumn('Articles'),
            ACTIONS,
          ]}
        >
          {categories.map((category) => (
            <Row key={category.id} category={category} at={at} />
          ))}
        </DataTable>
      )}
      {(dialog?.kind === 'new' || dialog?.kind === 'edit') && (
        <EditCategory
          {...common}
          key={dialog.category?.id ?? dialog.kind}
          kind={dialog.kind}
          category={dialog.category}
        />
      )}
      {dialog?.kind === 'delete' && <DeleteCategory {...common} category={dialog.category} />}
    </>
  );
}

function Row({ category, at }: { category: CategoryCard; at: string }) {
  const { id, name, slug, description, imageUrl, articleCount } = category;
  return (
    <TableRow>
      <td>
        {imageUrl ? (
          <img
            className="category-row__image"
            src={imageSource(imageUrl, 400).src}
            width={80}
            height={60}
            alt=""
            loading="lazy"
          />
        ) : (
          <span
            className="category-row__image category-row__image--none"
            data-category={slug}
            aria-hidden="true"
          />
        )}
      </td>
      <td>
        <p className="category-row__name">{name}</p>
        <a className="category-row__slug" href={`/category/${slug}`}>
          {slug}
        </a>
      </td>
      <td className="category-row__text">{description}</td>
      <td>{articleCount.toLocaleString('en-US')}</td>
      <td>
        <div className="row-actions">
          <RowLink to={withQuery(at, { edit: id })} about={name} preventScrollReset>
            Edit
          </RowLink>
          <RowLink to={withQuery(at, { delete: id })} about={name} danger preventScrollReset>
            Delete
          </RowLink>
        </div>
      </td>
    </TableRow>
  );
}
