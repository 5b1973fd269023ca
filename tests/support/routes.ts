// Lists the routes of the build, from the manifest that browsers load.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
  hasLoader?: boolean;
  hasAction?: boolean;
  hasErrorBoundary?: boolean;
}

export interface BuiltRoute {
  id: string;
  /** With parameters: `/admin/articles/:id/edit`, `/media/*`. */
  pattern: string;
  hasAction: boolean;
  /** Whether it has its own error boundary, as nearly all pages have and no file or endpoint has. */
  isPage: boolean;
}

/** All routes that have a path. */
export function listRoutes(root: string): BuiltRoute[] {
  const folder = join(root, 'build/client/assets');
  const file = readdirSync(folder).find((name) => name.startsWith('manifest-')) ?? '';
  const text = readFileSync(join(folder, file), 'utf8');
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  const routes: Record<string, ManifestRoute> = manifest.routes;
  const pathOf = (route: ManifestRoute | undefined): string =>
    route ? `${pathOf(routes[route.parentId ?? ''])}/${route.path ?? ''}` : '';
  return Object.values(routes)
    .filter(({ id }) => id !== 'root')
    .map((route) => ({
      id: route.id,
      pattern: pathOf(route)
        .replace(/\/+/g, '/')
        .replace(/(.)\/$/, '$1'),
      hasAction: route.hasAction ?? false,
      isPage: route.hasErrorBoundary ?? false,
    }));
}

const ID = '00000000-0000-4000-8000-000000000000';

/** A route's path with plausible parameters. */
export function plausibleAddress({ pattern }: BuiltRoute): string {
  return pattern.replace(/:\w+/g, ID).replace('*', 'no-such-page');
}
