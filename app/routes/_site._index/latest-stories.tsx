// Latest Stories: one large card and up to three headlines.
import { Link } from '@remix-run/react';
import type { PageCard as Card } from '~/features/articles/public/article-view';
import { ArticleCard } from '~/features/articles/ui/article-card';
import { SectionHead } from '~/features/articles/ui/section-head';
import { EmptyState } from '~/ui/empty-state';

export function LatestStories({ lead, headlines }: { lead: Card | null; headlines: readonly Card[] }) {
  return (
    <section className="home__section container" aria-labelledby="latest-stories">
      <SectionHead id="latest-stories" title="Latest Stories" />
      {lead ? (
        <div className="latest">
          <ArticleCard
            card={lead}
            look="lead"
            labels={lead.isPopular ? ['Latest', 'Popular'] : ['Latest']}
            category
            summary
          />
          <div className="latest__more">
            {headlines.length > 0 && (
              <>
                <h3 className="aside-title">More Headlines</h3>
                <ol className="latest__headlines">
                  {headlines.map((card) => (
                    <li className="latest__headline" key={card.slug}>
                      <ArticleCard
                        card={card}
                        look="headline"
                        level={4}
                        labels={[card.isPopular ? 'Popular' : 'Latest']}
                        category
                        summary
                      />
                    </li>
                  ))}
                </ol>
              </>
            )}
            <Link className="latest__all button button--quiet" to="/category/all" prefetch="intent">
              View All Stories
            </Link>
          </div>
        </div>
      ) : (
        <EmptyState title="No stories available at the moment" />
      )}
    </section>
  );
}
