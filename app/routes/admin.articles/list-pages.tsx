// Range, pagination and page size of the article list. Shown if the smallest page size gives more than one page.
import { Form, useSubmit } from '@remix-run/react';
import {
  ARTICLES_PATH,
  articleListAddress,
  articleListFields,
  PAGE_SIZES,
} from '~/features/articles/list/article-list-query';
import type { ArticleListView } from '~/features/articles/list/article-list-view';
import { Pagination } from '~/ui/pagination';

export function ListPages({ view }: { view: ArticleListView }) {
  const { query, total, isMore, pageCount, articles } = view;
  const submit = useSubmit();
  const first = (query.page - 1) * query.pageSize + 1;
  const count = total.toLocaleString('en-US');
  if (total <= PAGE_SIZES[0]) return null;
  return (
    <div className="articles-pages">
      <p className="articles-pages__where">
        {first.toLocaleString('en-US')}–{(first + articles.length - 1).toLocaleString('en-US')} of{' '}
        {isMore ? `more than ${count}` : count}
      </p>
      <Pagination
        page={query.page}
        pageCount={pageCount}
        hrefFor={(page) => articleListAddress(query, { page })}
      />
      <Form className="articles-pages__size" method="get" action={ARTICLES_PATH}>
        {articleListFields(query)
          .filter(([name]) => name !== 'page' && name !== 'pageSize')
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <label className="field__label" htmlFor="page-size">
          Per page
        </label>
        <select
          className="field__input"
          id="page-size"
          name="pageSize"
          key={query.pageSize}
          defaultValue={query.pageSize}
          onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true })}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
        <button className="button button--quiet needs-no-js" type="submit">
          Show
        </button>
      </Form>
    </div>
  );
}
