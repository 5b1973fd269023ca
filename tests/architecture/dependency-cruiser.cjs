// Which folder may import which (docs/architecture.md, "Layers").

const { readdirSync } = require('node:fs');

const NODE_MODULES = 'node_modules';

// One rule per folder: their names contain characters that a captured group would not escape.
const routeRules = readdirSync('app/routes').map((folder) => {
  const path = `^app/routes/${folder.replace(/[.$[\]]/g, '\\$&')}/`;
  return {
    name: 'routes-do-not-import-each-other',
    severity: 'error',
    from: { path },
    to: { path: '^app/routes/', pathNot: path },
  };
});

module.exports = {
  forbidden: [
    {
      name: 'no-file-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'lib-imports-lib',
      severity: 'error',
      from: { path: '^app/lib/' },
      to: { path: '^(app/(?!lib/)|db/|dev/)' },
    },
    {
      name: 'ui-imports-ui-and-lib',
      severity: 'error',
      from: { path: '^app/ui/' },
      to: { path: '^(app/(?!ui/|lib/)|db/|dev/)' },
    },
    {
      name: 'features-import-no-entry-points',
      severity: 'error',
      from: { path: '^app/features/' },
      to: { path: '^(app/(routes|layouts|http|jobs|entry)|dev/)' },
    },
    {
      name: 'features-reach-the-runtime-through-the-context',
      severity: 'error',
      from: { path: '^app/features/' },
      to: { path: '^app/platform/', pathNot: '^app/platform/(context|messages)\\.ts$' },
    },
    {
      name: 'features-import-react-only-in-ui',
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
          '(-repo\\.server\\.ts|^app/platform/(db\\.server|mail/outbox\\.server|context|context\\.server)\\.ts)$',
      },
      to: { path: `^db/|${NODE_MODULES}/drizzle-orm/`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'repositories-are-private-to-features',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/features/' },
      to: { path: '-repo\\.server\\.ts$' },
    },
    {
      name: 'repositories-are-private-to-their-feature',
      comment: 'Rate limits and settings are tables that other features write in a transaction of their own',
      severity: 'error',
      from: { path: '^app/features/([^/]+)/' },
      to: {
        path: '-repo\\.server\\.ts$',
        pathNot: '^app/features/($1/|(rate-limit/throttle|settings/settings)-repo\\.server\\.ts$)',
      },
    },
    ...routeRules,
    {
      name: 'layouts-import-no-routes',
      severity: 'error',
      from: { path: '^app/layouts/' },
      to: { path: '^app/(routes|jobs|platform|entry)' },
    },
    {
      name: 'routes-jobs-and-layouts-use-features',
      severity: 'error',
      from: { path: '^app/(routes|jobs|layouts)/' },
      to: { path: '^(app/platform/|db/|dev/)', pathNot: '^app/platform/(context|messages)\\.ts$' },
    },
    {
      name: 'routes-import-only-the-job-registry',
      severity: 'error',
      from: { path: '^app/routes/' },
      to: { path: '^app/jobs/', pathNot: '^app/jobs/(job-kinds|own-job\\.server)\\.ts$' },
    },
    {
      name: 'jobs-import-no-http',
      severity: 'error',
      from: { path: '^app/jobs/' },
      to: { path: '^app/(routes|layouts|http|ui|styles|entry)' },
    },
    {
      name: 'http-imports-no-entry-points',
      severity: 'error',
      from: { path: '^app/http/' },
      to: { path: '^(app/(routes|layouts|jobs|entry|root)|db/|dev/)' },
    },
    {
      name: 'platform-imports-lib-and-db',
      severity: 'error',
      from: { path: '^app/platform/' },
      to: { path: '^(app/(?!platform/|lib/)|dev/)' },
    },
    {
      name: 'db-imports-lib',
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
      comment: 'A component that imports a server file would ship it to browsers, or stop the build',
      severity: 'error',
      from: { path: '\\.tsx$', pathNot: '^(app/(routes|root|entry)|tests/)' },
      to: { path: '\\.server\\.tsx?$', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: NODE_MODULES },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
};
