// Writes workerd's configuration: the built bundle with the bindings of wrangler.toml, and stubs in place of
// cloud services.
import { readWorkerOptions } from 'dev/build/worker-options';
import { projectRoot } from 'dev/startup/settings';

export type Vars = Record<string, string>;

/** A worker that answers with as many bytes as the URL asks for and has no bindings. */
export function constantConfig(): string {
  return config('constant.js', 'compatibilityDate = "2026-04-21"', []);
}

/** The bundle and the stubs must be in the configuration's folder. */
export async function bundleConfig(vars: Vars): Promise<string> {
  const options = await readWorkerOptions(projectRoot);
  const texts = { ...(options.bindings as Vars), ...vars };
  const bindings = [
    ...Object.entries(texts).map(([name, value]) => `(name = ${quote(name)}, text = ${quote(value)})`),
    ...namesOf(options.r2Buckets).map((name) => `(name = ${quote(name)}, r2Bucket = "stubs")`),
    ...namesOf(options.kvNamespaces).map((name) => `(name = ${quote(name)}, kvNamespace = "stubs")`),
    ...namesOf(options.queueProducers).map((name) => `(name = ${quote(name)}, queue = "stubs")`),
    ...serviceNames(options).map((name) => `(name = ${quote(name)}, service = "stubs")`),
  ];
  const flags = (options.compatibilityFlags ?? []).map(quote).join(', ');
  const settings = `compatibilityDate = ${quote(options.compatibilityDate ?? '')},
  compatibilityFlags = [${flags}],
  globalOutbound = "network",
  cacheApiOutbound = "cache",
  bindings = [
    ${bindings.join(',\n    ')}
  ]`;
  return config('bundle.js', settings, ['cache', 'stubs']);
}

/** Bindings that a stub with `fetch` and `limit` can replace. */
function serviceNames(options: Awaited<ReturnType<typeof readWorkerOptions>>): string[] {
  const { assets, images, ratelimits, email } = options as {
    assets?: { binding?: string };
    images?: { binding: string };
    ratelimits?: object;
    email?: { send_email?: { name: string }[] };
  };
  return [
    ...[assets?.binding, images?.binding].filter((name) => name !== undefined),
    ...namesOf(ratelimits),
    ...(email?.send_email ?? []).map(({ name }) => name),
  ];
}

function namesOf(bindings: unknown): string[] {
  return Array.isArray(bindings) ? bindings : Object.keys((bindings as object | undefined) ?? {});
}

function config(main: string, settings: string, others: string[]): string {
  const module = (file: string) => `modules = [(name = "main", esModule = embed ${quote(file)})]`;
  const services = others.map(
    (name) => `(name = ${quote(name)}, worker = (${module(`${name}.js`)}, compatibilityDate = "2026-04-21"))`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    ${services.join(',\n    ')}${services.length > 0 ? ',' : ''}
    (name = "network", network = (allow = ["private"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);

const main :Workerd.Worker = (
  ${module(main)},
  ${settings}
);
`;
}

/** The escapes used here are the same in JSON and Cap'n Proto. */
function quote(text: string): string {
  return JSON.stringify(text);
}
