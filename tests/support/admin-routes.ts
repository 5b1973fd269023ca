// Lists the admin routes of the build, from the manifest that browsers load.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listRoutes, plausibleAddress } from './routes';

/** One URL path per route under /admin, with plausible parameters. */
export function listAdminAddresses(root: string): { id: string; address: string }[] {
  return listRoutes(root)
    .map((route) => ({ id: route.id, address: plausibleAddress(route) }))
    .filter(({ address }) => /^\/admin(-old)?(\/|$)/.test(address));
}

/**
 * The capabilities that a route's loader and action name in its source, null if it names none, and the intents
 * of its form.
 */
export function declaredBy(
  root: string,
  id: string,
): { loader: string | null; action: string | null; intents: string[] } {
  const file = ['tsx', 'ts'].map((end) => join(root, 'app', id, `route.${end}`)).find(existsSync) ?? '';
  const source = readFileSync(file, 'utf8');
  const named = (pattern: string) => new RegExp(pattern).exec(source)?.[1] ?? null;
  return {
    loader: named(String.raw`export const loader = adminLoader(?:<[^(]+>)?\(\s*'([^']+)'`),
    action: named(String.raw`(?:adminAction(?:<[^(]+>)?\(\s*|capability: )'([^']+)'`),
    intents: [...source.matchAll(/^ {4}'?([a-z-]+)'?: \{$/gm)].map(([, intent = '']) => intent),
  };
}
