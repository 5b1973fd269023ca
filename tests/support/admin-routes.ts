// Every admin address of the build, from the manifest that browsers get.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
}

/** One address per route under /admin, with plausible parameters. */
export function listAdminAddresses(root: string): { id: string; address: string }[] {
  const folder = join(root, 'build/client/assets');
  const file = readdirSync(folder).find((name) => name.startsWith('manifest-')) ?? '';
  const text = readFileSync(join(folder, file), 'utf8');
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  const routes: Record<string, ManifestRoute> = manifest.routes;
  const pathOf = (route: ManifestRoute | undefined): string =>
    route ? `${pathOf(routes[route.parentId ?? ''])}/${route.path ?? ''}` : '';
  return Object.values(routes)
    .map((route) => ({
      id: route.id,
      address: pathOf(route)
        .replace(/\/+/g, '/')
        .replace(/(.)\/$/, '$1')
        .replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')
        .replace('*', 'no-such-page'),
    }))
    .filter(({ address }) => /^\/admin(-old)?(\/|$)/.test(address));
}

/** The capabilities that a route's loader and action name in its source; null for one that names none. */
export function declaredBy(root: string, id: string): { loader: string | null; action: string | null } {
  const file = ['tsx', 'ts'].map((end) => join(root, 'app', id, `route.${end}`)).find(existsSync) ?? '';
  const source = readFileSync(file, 'utf8');
  const named = (door: string) =>
    new RegExp(`export const ${door} = admin\\w+\\(\\s*'([^']+)'`).exec(source)?.[1];
  return { loader: named('loader') ?? null, action: named('action') ?? null };
}
