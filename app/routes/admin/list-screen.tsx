// A page that lists what can be made, edited and deleted: its head, what a refused form says, the list or why there is none.
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { RefusedForm } from '~/http/form-answer.server';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { Pagination } from '~/ui/pagination';
import { PageHead } from './page-head';
import type { Here } from './use-here';

interface ListScreenProps {
  title: string;
  text: string;
  /** What one of them is called: `New Ad`, `Create the first ad`. */
  noun: { title: string; plain: string };
  view: { total: number; page: number; pageCount: number; dialog: object | null };
  here: Here;
  refused: RefusedForm | null;
  empty: { title: string; text: string };
  /** Null where this page of the list has none. */
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
          New {noun.title}
        </Link>
      </PageHead>
      {!dialog && <FormRefusal refused={refused} />}
      {list ?? (
        <EmptyState {...empty}>
          {total > 0 ? (
            <Link className="button button--quiet" to={here({ page: null })}>
              Show the first page
            </Link>
          ) : (
            <Link className="button" to={here({ new: '' })} preventScrollReset>
              Create the first {noun.plain}
            </Link>
          )}
        </EmptyState>
      )}
      <Pagination page={page} pageCount={pageCount} hrefFor={(number) => here({ page: String(number) })} />
      {children}
    </>
  );
}
