// A page with a list of editable items: header, refusal, the list or its empty state, pagination and the open
// dialog.
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { Pagination } from '~/ui/pagination';
import { PageHead } from './page-head';
import type { ListAddress } from './use-list-address';

interface ListScreenProps {
  title: string;
  text: string;
  /** The item's name in title case, as in `New Ad`. */
  noun: string;
  view: { total: number; page: number; pageCount: number; dialog: object | null };
  here: ListAddress;
  refused: RefusedForm | null;
  empty: { title: string; text: string };
  /** Null when this page of the list is empty. */
  list: ReactNode;
  /** The open dialog. */
  children: ReactNode;
}

export function ListScreen({
  title,
  text,
  noun,
  view,
  here,
  refused,
  empty,
  list,
  children,
}: ListScreenProps) {
  const { total, page, pageCount, dialog } = view;
  return (
    <>
      <PageHead title={title} text={text}>
        <Link className="button" to={here({ new: '' })} preventScrollReset>
          New {noun}
        </Link>
      </PageHead>
      {!dialog && <FormRefusal refused={refused} />}
      {list ?? (
        <EmptyState {...empty}>
          {total > 0 ? (
            <Link className="button button--quiet" to={here({ page: null })}>
              Show the First Page
            </Link>
          ) : (
            <Link className="button" to={here({ new: '' })} preventScrollReset>
              Create Your First {noun}
            </Link>
          )}
        </EmptyState>
      )}
      <Pagination page={page} pageCount={pageCount} hrefFor={(number) => here({ page: String(number) })} />
      {children}
    </>
  );
}
