// The home page sections in the order of the specification. The site layout renders the footer.
import { AdSlot } from '~/features/ads/ui/ad-slot';
import type { HomePageData } from '~/features/articles/public/article-pages';
import type { FrontPageSection } from '~/features/articles/public/front-page';
import { ArticleCard, gridItemClass } from '~/features/articles/ui/article-card';
import { MostRead } from '~/features/articles/ui/most-read';
import { SectionHead } from '~/features/articles/ui/section-head';
import { NewsletterBanner, type NewsletterText } from '~/features/newsletter/ui/newsletter-banner';
import { FeaturedBlock } from './featured-block';
import { FeaturedHero } from './featured-hero';
import { LatestStories } from './latest-stories';
import type { SectionProps } from './section-carousel';
import { SectionCarousel } from './section-carousel';
import { SectionSidebar } from './section-sidebar';

const TITLES: Record<FrontPageSection, string> = {
  'ai-automation': 'AI & Automation',
  'remote-talent': 'Remote Talent',
  'digital-marketing': 'Digital Marketing',
  operations: 'Operations',
  'growth-strategy': 'Growth Strategy',
};

interface HomePageProps {
  data: HomePageData & { newsletter: NewsletterText };
  /** Used as the page heading when there is no hero. */
  siteName?: string | undefined;
}

export function HomePage({ data, siteName = 'Law Firm Academy' }: HomePageProps) {
  const { front, ads } = data;
  const section = (slug: FrontPageSection) => ({
    slug,
    title: data.sectionCategories[slug]?.name ?? TITLES[slug],
    viewAll: `/category/${data.sectionCategories[slug]?.slug ?? slug}`,
    articles: front.sections[slug] ?? [],
  });
  return (
    <div className="home">
      <FeaturedHero card={front.hero} longDate={data.heroDate} siteName={siteName} />
      <AdSlot location="homepage-hero" ads={ads} />
      <LatestStories lead={front.latest.lead} headlines={front.latest.headlines} />
      {data.mostRead.length > 0 && (
        <div className="home__section container">
          <MostRead cards={data.mostRead} />
        </div>
      )}
      <FeaturedBlock articles={front.featured} />
      <SectionGrid {...section('ai-automation')} />
      <SectionGrid {...section('remote-talent')} mirrored />
      <NewsletterBanner content={data.newsletter} />
      <div className={ads['homepage-sidebar']?.length ? 'home__rail home__rail--ad' : 'home__rail'}>
        <AdSlot location="homepage-sidebar" ads={ads} />
        <SectionSidebar {...section('digital-marketing')} />
      </div>
      <SectionColumns {...section('operations')} />
      <SectionCarousel {...section('growth-strategy')} />
      <AdSlot location="footer" ads={ads} />
    </div>
  );
}

function SectionColumns({ slug, title, viewAll, articles }: SectionProps) {
  if (articles.length === 0) return null;
  return (
    <section
      className="home__section home__section--band band--sunk"
      aria-labelledby={slug}
      data-category={slug}
    >
      <div className="container">
        <SectionHead id={slug} title={title} viewAll={viewAll} />
        <ul className={articles.length % 2 ? 'section-columns section-columns--odd' : 'section-columns'}>
          {articles.map((card) => (
            <li className="section-columns__item" key={card.slug}>
              <ArticleCard card={card} look="row" labels={card.isPopular ? ['Popular'] : []} summary />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

interface SectionGridProps extends SectionProps {
  /** Puts the large card at the end of its row. */
  mirrored?: boolean;
}

function SectionGrid({ slug, title, viewAll, articles, mirrored = false }: SectionGridProps) {
  if (articles.length === 0) return null;
  return (
    <section className="home__section container" aria-labelledby={slug} data-category={slug}>
      <SectionHead id={slug} title={title} viewAll={viewAll} />
      <ul className={mirrored ? 'card-grid card-grid--mirrored' : 'card-grid'}>
        {articles.map((card, index) => (
          <li className={gridItemClass(index, articles.length)} key={card.slug}>
            <ArticleCard
              card={card}
              look="tile"
              labels={card.isPopular ? ['Popular'] : []}
              summary={index === 0}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
