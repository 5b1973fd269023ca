// The demo's categories and tags (specification, section 3: the footer's lists; Interviews is not in the
// category bar).
import { toSlug } from '../../app/lib/slug';

export const DEMO_CATEGORIES = [
  {
    name: 'Digital Marketing',
    slug: 'digital-marketing',
    description:
      'How strangers find your firm, why some of them call, and what each signed case really cost to bring in.',
  },
  {
    name: 'Growth Strategy',
    slug: 'growth-strategy',
    description:
      'Pricing, partners, capacity and cash: the decisions that let a firm grow without wearing out the people in it.',
  },
  {
    name: 'Remote Talent',
    slug: 'remote-talent',
    description:
      'Hiring, training and supervising people you rarely meet in person, with the handovers that make it work.',
  },
  {
    name: 'Operations',
    slug: 'operations',
    description:
      'The unglamorous machinery behind good lawyering, from the first conflict check to the last invoice.',
  },
  {
    name: 'AI & Automation',
    slug: 'ai-automation',
    description:
      'What machines can safely take over in a law office, what they get wrong, and who checks their work.',
  },
  {
    name: 'Tools',
    slug: 'tools',
    description: 'Software and plain methods, tried on real matters and judged by the hours they give back.',
  },
  {
    name: 'Interviews',
    slug: 'interviews',
    description:
      'Long conversations with people who run law firms, about what they tried, what failed and what they kept.',
  },
] as const;

export const DEMO_TAGS = [
  'Client Intake',
  'Remote Work',
  'Legal Tech',
  'Marketing Funnels',
  'Case Management',
  'Automation',
  'Virtual Assistants',
  'AI Tools',
  'Scaling',
  'Operations',
  'ROI',
  'Digital Transformation',
].map((name) => ({ name, slug: toSlug(name) }));
