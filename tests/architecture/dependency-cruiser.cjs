// Who may import whom (docs/architecture.md). Every room names what it may reach; all else is forbidden.
const { readdirSync } = require('node:fs');

/** Which features a feature may use besides itself; one that is not here uses no other. */
const ARROWS = {
  accounts: ['audit'],
  articles: ['accounts', 'ads', 'audit', 'categories', 'ctas', 'media', 'settings', 'site'],
  ads: ['ad-counts', 'audit', 'media', 'settings'],
  'ad-counts': ['accounts', 'settings'],
  archive: ['ads', 'articles', 'jobs', 'media', 'pages', 'settings', 'site', 'transfer'],
  audit: ['settings'],
  categories: ['articles', 'audit', 'site'],
  'content-check': ['articles', 'jobs', 'media', 'redirects'],
  ctas: ['audit'],
  dashboard: ['settings'],
  health: ['jobs'],
  imports: ['articles', 'jobs', 'media', 'pages', 'redirects', 'site', 'transfer'],
  images: ['articles', 'categories', 'jobs', 'media', 'settings'],
  jobs: ['accounts', 'audit'],
  media: ['audit', 'settings'],
  newsletter: ['accounts', 'articles', 'audit', 'jobs', 'media', 'settings'],
  pages: ['audit', 'media', 'site'],
  'reading-list': ['accounts', 'articles'],
  redirects: ['audit'],
  repair: ['articles', 'jobs', 'media'],
  search: ['articles', 'settings'],
  settings: ['accounts', 'articles', 'audit', 'site'],
  site: ['ads', 'categories', 'settings'],
  tags: ['articles', 'audit', 'site'],
  endpoints: ['audit', 'media'],
  webhook: ['articles', 'categories', 'settings'],
  transfer: ['audit', 'jobs'],
  syndication: ['articles', 'categories', 'media', 'settings', 'site', 'pages'],
};

// From the folders, so that a new feature is held from its first file on.
const features = readdirSync('app/features').map((feature) => [feature, ARROWS[feature] ?? []]);
for (const feature of Object.keys(ARROWS))
  if (!features.some(([name]) => name === feature)) throw new Error(`There is no feature ${feature}`);

const featureRules = features.map(([feature, arrows]) => ({
  name: `feature-${feature}`,
  comment: `${feature} uses only itself and: ${arrows.join(', ') || 'no other feature'}`,
  severity: 'error',
  from: { path: `^app/features/${feature}/` },
  to: { path: '^app/features/', pathNot: `^app/features/(${[feature, ...arrows].join('|')})/` },
}));

const NODE_MODULES = 'node_modules';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'lib-is-the-floor',
      severity: 'error',
      from: { path: '^app/lib/' },
      to: { path: '^(app/(?!lib/)|db/|dev/)' },
    },
    {
      name: 'ui-knows-no-product',
      severity: 'error',
      from: { path: '^app/ui/' },
      to: { path: '^(app/(?!ui/|lib/)|db/|dev/)' },
    },
    {
      name: 'features-know-no-doors',
      severity: 'error',
      from: { path: '^app/features/' },
      to: { path: '^(app/(routes|http|jobs|entry)|dev/)' },
    },
    {
      name: 'features-see-the-world-through-the-context',
      severity: 'error',
      from: { path: '^app/features/' },
      to: { path: '^app/platform/', pathNot: '^app/platform/(context|messages)\\.ts$' },
    },
    {
      name: 'features-free-of-the-framework',
      comment: "@remix-run/react is for the features' own ui folders",
      severity: 'error',
      from: { path: '^app/features/', pathNot: '^app/features/[^/]+/ui/' },
      to: { path: `${NODE_MODULES}/(@remix-run|react|react-dom)/` },
    },
    {
      name: 'sql-only-in-repositories',
      severity: 'error',
      from: {
        path: '^app/',
        pathNot:
          '(-repo\\.server\\.ts|^app/platform/(db\\.server|outbox\\.server|context|context\\.server)\\.ts)$',
      },
      to: { path: `^db/|${NODE_MODULES}/drizzle-orm/`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'repositories-are-private',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/features/' },
      to: { path: '-repo\\.server\\.ts$' },
    },
    {
      name: 'repositories-are-private-to-their-feature',
      severity: 'error',
      from: { path: '^app/features/([^/]+)/' },
      to: { path: '-repo\\.server\\.ts$', pathNot: '^app/features/$1/' },
    },
    {
      name: 'doors-use-features',
      severity: 'error',
      from: { path: '^app/(routes|jobs)/' },
      to: { path: '^(app/platform/|db/|dev/)', pathNot: '^app/platform/(context|messages)\\.ts$' },
    },
    {
      name: 'doors-know-of-jobs-their-kinds',
      severity: 'error',
      from: { path: '^app/routes/' },
      to: { path: '^app/jobs/', pathNot: '^app/jobs/kinds\\.ts$' },
    },
    {
      name: 'clock-and-queue-know-no-http',
      severity: 'error',
      from: { path: '^app/jobs/' },
      to: { path: '^app/(routes|http|ui|styles|entry)' },
    },
    {
      name: 'http-knows-no-door',
      severity: 'error',
      from: { path: '^app/http/' },
      to: { path: '^(app/(routes|jobs|entry|root)|db/|dev/)' },
    },
    {
      name: 'platform-serves-and-asks-nobody',
      severity: 'error',
      from: { path: '^app/platform/' },
      to: { path: '^(app/(?!platform/|lib/)|dev/)' },
    },
    {
      name: 'database-room',
      severity: 'error',
      from: { path: '^db/', pathNot: '^db/seed/' },
      to: { path: '^(app/(?!lib/)|dev/)' },
    },
    {
      name: 'app-without-developer-tools',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^(dev|tests|db/seed)/' },
    },
    {
      name: 'browser-files-import-browser-files',
      comment: 'A component that pulled a server file along would ship it, or stop the build',
      severity: 'error',
      from: { path: '\\.tsx$', pathNot: '^(app/(routes|root|entry)|tests/)' },
      to: { path: '\\.server\\.tsx?$', dependencyTypesNot: ['type-only'] },
    },
    ...featureRules,
  ],
  options: {
    doNotFollow: { path: NODE_MODULES },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
};
