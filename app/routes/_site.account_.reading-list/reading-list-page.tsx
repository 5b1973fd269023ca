// A list of articles, each with a way off it.
import { Form, Link } from '@remix-run/react';
import { useEffect } from 'react';
import { ArticleCard } from '~/features/articles/ui/article-card';
import { countLabel, pageHref } from '~/features/articles/ui/article-list';
import type { ReadingList } from '~/features/reading-list/reading-list.server';
import type { RefusedForm } from '~/http/form-answer.server';
import { EmptyState } from '~/ui/empty-state';
import { Pagination } from '~/ui/pagination';
import { SubmitButton } from '~/ui/submit-button';
import { useToast } from '~/ui/toast';
import { AccountHead, Refusal } from '../_site.account/account-head';

interface ReadingListPageProps {
  list: ReadingList;
  /** What a visitor wanted to keep before they signed in. */
  wish: { slug: string; title: string } | null;
  refused: RefusedForm | null;
}

const HERE = '/account/reading-list';

export function ReadingListPage({ list, wish, refused }: ReadingListPageProps) {
  const toast = useToast();
  useEffect(() => {
    if (refused) toast({ title: refused.title, description: refused.message, destructive: true });
  }, [refused, toast]);
  return (
    <div className="account account--list container">
      <AccountHead title="Reading list">
        {list.total > 0 && <p className="meta">{countLabel(list.total)}</p>}
      </AccountHead>
      <Refusal refused={refused} isToldElsewhere />
      {wish && (
        <Form className="account__card account__card--wish" method="post" action={HERE}>
          <h2 className="headline headline--4">Keep “{wish.title}”?</h2>
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="slug" value={wish.slug} />
          <div className="account__ways">
            <SubmitButton intent="save" pending="Saving…">
              Save Article
            </SubmitButton>
            <Link className="button button--quiet" to={`/article/${wish.slug}`}>
              Back to the article
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
        !wish && (
          <EmptyState
            title="Nothing saved yet"
            text="Save an article with the button at its end, and it waits for you here, on every device."
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
