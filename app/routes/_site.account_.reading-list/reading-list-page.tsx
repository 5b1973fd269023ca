// The viewer's saved articles, each with a Remove button.
import { Form, Link } from '@remix-run/react';
import { ArticleCard } from '~/features/articles/ui/article-card';
import { countLabel, pageHref } from '~/features/articles/ui/article-list';
import type { ReadingList } from '~/features/reading-list/reading-list.server';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { AccountHead, AccountRefusal } from '~/layouts/account/account-head';
import { EmptyState } from '~/ui/empty-state';
import { Pagination } from '~/ui/pagination';
import { SubmitButton } from '~/ui/submit-button';
import { useRefusalToast } from '~/ui/toast';

interface ReadingListPageProps {
  list: ReadingList;
  /** The article a visitor chose to save before they signed in. */
  pendingSave: { slug: string; title: string } | null;
  refused: RefusedForm | null;
}

const HERE = '/account/reading-list';

export function ReadingListPage({ list, pendingSave, refused }: ReadingListPageProps) {
  useRefusalToast(refused);
  return (
    <div className="account account--list container">
      <AccountHead title="Reading list">
        {list.total > 0 && <p className="meta">{countLabel(list.total)}</p>}
      </AccountHead>
      <AccountRefusal refused={refused} isAnnounced />
      {pendingSave && (
        <Form className="account__card account__card--wish" method="post" action={HERE}>
          <h2 className="headline headline--4">Save “{pendingSave.title}”?</h2>
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="slug" value={pendingSave.slug} />
          <div className="account__ways">
            <SubmitButton intent="save" pending="Saving...">
              Save Article
            </SubmitButton>
            <Link className="button button--quiet" to={`/article/${pendingSave.slug}`}>
              Back to Article
            </Link>
          </div>
        </Form>
      )}
      {list.articles.length > 0 ? (
        <section aria-label="Saved articles">
          <ol className="article-list">
            {list.articles.map((card, index) => (
              <li className="article-list__item reading-list__item" key={card.slug}>
                <ArticleCard card={card} look="listing" level={2} category summary priority={index === 0} />
                <Form method="post">
                  <input type="hidden" name="intent" value="remove" />
                  <input type="hidden" name="slug" value={card.slug} />
                  <button className="button button--quiet" type="submit" aria-label={`Remove ${card.title}`}>
                    Remove
                  </button>
                </Form>
              </li>
            ))}
          </ol>
          <Pagination page={list.page} pageCount={list.pageCount} hrefFor={(page) => pageHref(HERE, page)} />
        </section>
      ) : (
        !pendingSave && (
          <EmptyState
            title="Nothing saved yet"
            text="Save an article with the button below it to read it here on any device."
          >
            <Link className="button" to="/category/all">
              Browse All Stories
            </Link>
          </EmptyState>
        )
      )}
    </div>
  );
}
