// The front page: 13 parts in the specification's order (the footer, the last of them, is the shell's).
import { AdSlot } from '~/features/ads/ui/ad-slot';
import type { HomePageData } from '~/features/articles/article-pages';
import type { FrontPageSection } from '~/features/articles/front-page';
import { NewsletterBanner, type NewsletterWords } from '~/features/newsletter/ui/newsletter-banner';
import { FeaturedBlock } from './featured-block';
import { FeaturedHero } from './featured-hero';
import { LatestStories } from './latest-stories';
import { SectionCarousel } from './section-carousel';
import { SectionColumns } from './section-columns';
import { SectionGrid } from './section-grid';
import { SectionSidebar } from './section-sidebar';

const TITLES: Record<FrontPageSection, string> = {
  'ai-automation': 'AI & Automation',
  'remote-talent': 'Remote Talent',
  'digital-marketing': 'Digital Marketing',
  operations: 'Operations',
  'growth-strategy': 'Growth Strategy',
};

interface HomePageProps {
  data: HomePageData & { newsletter: NewsletterWords };
  /** The magazine's; the page's name when there is no hero to give one. */
  siteName?: string;
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
      <FeaturedBlock articles={front.featured} />
      <SectionGrid {...section('ai-automation')} />
      <SectionGrid {...section('remote-talent')} mirrored />
      <NewsletterBanner words={data.newsletter} />
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
