// Builds one malformed call: the caller, the route, and what is wrong with it. The same seed and number give
// the same call.
import { type Draw, draw } from '../browser/draw';
import type { FuzzRoute } from './magazine';
import {
  ELSEWHERE,
  ODD_COOKIES,
  ODD_HEADERS,
  ODD_SEGMENTS,
  ODD_TEXTS,
  ODD_TYPES,
  oddJson,
} from './odd-values';
import type { RawRequest } from './raw-request';

export type Who = 'visitor' | 'reader' | 'admin';

export interface Known {
  routes: readonly FuzzRoute[];
  jsonNames: readonly string[];
  ids: readonly string[];
  /** The site's origin; forms send it as `Origin`. */
  origin: string;
  cookies: Record<Who, string>;
}

export interface Call {
  who: Who;
  route: FuzzRoute;
  request: RawRequest;
}

/** Parameters that name the next page. */
const REDIRECT_PARAMETER = /^(redirect|redirectTo|redirect_to|goingTo|next|back|returnTo)$/;
const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];
const FORM_TYPE = 'application/x-www-form-urlencoded';

export function makeCall(seed: number, at: number, known: Known): Call {
  const chance = draw(seed * 1_000_003 + at);
  const { pick, once, number } = chance;
  // Taken in turn, so that each route is called equally often.
  const route = known.routes[at % known.routes.length] as FuzzRoute;
  const who = pick<Who>(['visitor', 'reader', 'admin', 'admin', 'admin']);
  const headers: RawRequest['headers'] = [];
  let address = pick(route.addresses);
  if (once(3)) address = withOddPath(route, address, chance, known);
  if (once(2)) address = withOddQuery(route, address, chance, known);
  let { method, body, type } = makeBody(route, chance, known);
  if (body?.action && !once(4)) address = body.action;
  // A data request of React Router.
  if (once(5)) address = address.replace(/^\/(?=\?|$)/, '/_root').replace(/\/?(\?|$)/, '.data$1');
  if (once(12)) type = pick(ODD_TYPES);
  if (once(12)) method = pick(METHODS);
  if (method !== 'GET' && method !== 'HEAD' && !once(30)) headers.push(['origin', known.origin]);
  const cookie = [known.cookies[who], once(8) ? pick(ODD_COOKIES) : ''].filter(Boolean);
  if (cookie.length > 0)
    for (const each of once(3) ? cookie : [cookie.join('; ')]) headers.push(['cookie', each]);
  headers.push(['cf-connecting-ip', `10.${number(200)}.${number(250)}.${number(250)}`]);
  const odd = once(4) ? 1 + number(3) : 0;
  for (let i = 0; i < odd; i += 1) {
    const header = pick(ODD_HEADERS);
    // workerd rejects two Host headers before our code runs.
    if (header[0] !== 'host' || !headers.some(([name]) => name === 'host')) headers.push(header);
  }
  if (body && type !== null) headers.push(['content-type', type]);
  if (body && once(25)) headers.push(['transfer-encoding', 'chunked']);
  const request = { method, path: address, headers, body: body?.bytes ?? null };
  return { who, route, request };
}

function withOddPath(route: FuzzRoute, address: string, { pick, once }: Draw, { ids }: Known): string {
  const segment = () => (once(3) ? pick(ids) : pick(ODD_SEGMENTS));
  if (/[:*]/.test(route.pattern) && !once(4))
    return route.pattern.replace(/:\w+/g, segment).replace('*', segment);
  const [path = '', query] = address.split('?', 2);
  const made = once(2) ? `${path.replace(/\/$/, '')}/${segment()}` : path.replace(/[^/]*$/, segment);
  return query === undefined ? made : `${made}?${query}`;
}

const inQuery = (text: string, { once }: Draw) =>
  once(6) ? pickBroken(text) : encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '\ufffd'));

/** Kept unencoded where a request line allows it. */
const pickBroken = (text: string) => text.replace(/[^!-~\u00a1-\u00ff]/g, '%ED%A0%80').replaceAll('#', '%23');

function withOddQuery(route: FuzzRoute, address: string, chance: Draw, { ids }: Known): string {
  const { number, pick, once } = chance;
  const names = [...route.names, 'q', 'page', 'edit', 'delete', 'redirect', '_routes', 'index', '__proto__'];
  const parts = Array.from({ length: 1 + number(3) }, () => {
    const name = pick(names);
    const text = REDIRECT_PARAMETER.test(name)
      ? oddRedirect(chance)
      : once(4)
        ? pick(ids)
        : once(6) && route.words.length > 0
          ? pick(route.words)
          : pick(ODD_TEXTS).slice(0, 1_500);
    return `${name}=${inQuery(text, chance)}`;
  });
  if (once(5)) parts.push(parts[0] ?? '');
  if (once(12)) parts.push(pick(['&&&', '=', '%', '%ED%A0%80=1', '[]=1', 'a[b][c]=1', '?', ';']));
  return `${address}${address.includes('?') ? '&' : '?'}${parts.join('&')}`;
}

function oddRedirect({ pick }: Draw): string {
  return pick([
    `//${ELSEWHERE}`,
    `/\\${ELSEWHERE}`,
    `\\\\${ELSEWHERE}`,
    `/\t/${ELSEWHERE}`,
    `\n//${ELSEWHERE}`,
    `/%2F%2F${ELSEWHERE}`,
    `/%2F${ELSEWHERE}`,
    `/%5C${ELSEWHERE}`,
    `/..//${ELSEWHERE}`,
    `/./\\${ELSEWHERE}`,
    `https://${ELSEWHERE}/`,
    `https:${ELSEWHERE}`,
    `http:\\\\${ELSEWHERE}`,
    `javascript:alert(1)//${ELSEWHERE}`,
    `data:text/html,${ELSEWHERE}`,
    `/auth?redirect=//${ELSEWHERE}`,
    `/\u00a0/${ELSEWHERE}`,
    `/\ud800/${ELSEWHERE}`,
    `http://here@${ELSEWHERE}`,
  ]);
}

interface Body {
  bytes: Uint8Array;
  /** The form's action. */
  action?: string | undefined;
}

function makeBody(
  route: FuzzRoute,
  chance: Draw,
  known: Known,
): { method: string; body: Body | null; type: string | null } {
  const { once, pick, number } = chance;
  if (route.hasAction ? once(4) : !once(6))
    return { method: once(5) ? 'HEAD' : 'GET', body: null, type: null };
  const jsonFirst = /^\/(api|dev)\/|passkey|autosave|\/auth\/v1|draw|session/.test(route.pattern);
  if (once(jsonFirst ? 2 : 8)) {
    const text = once(6)
      ? pick([
          '',
          '{',
          '[',
          'null',
          '"x"',
          '0',
          '['.repeat(9_000),
          `${'{"a":'.repeat(4_000)}1`,
          '\ufeff{}',
          '{"a":1}}',
        ])
      : JSON.stringify(oddJson(chance, [...route.names, ...known.jsonNames], [...known.ids, ...route.words]));
    return { method: 'POST', body: { bytes: new TextEncoder().encode(text) }, type: 'application/json' };
  }
  const form = once(5) || route.forms.length === 0 ? null : pick(route.forms);
  const fields = mutate(form ? form.fields : invent(route, chance, known), route, chance, known);
  const files = form?.files ?? (once(6) ? ['file'] : []);
  const action = form?.action;
  if (files.length > 0 || once(10)) {
    const boundary = `b${number(1e9)}`;
    return {
      method: 'POST',
      body: { bytes: multipart(fields, files, boundary, chance), action },
      type: `multipart/form-data; boundary=${boundary}`,
    };
  }
  const text = fields.map(([name, value]) => `${inQuery(name, chance)}=${inQuery(value, chance)}`).join('&');
  return { method: 'POST', body: { bytes: new TextEncoder().encode(text), action }, type: FORM_TYPE };
}

type Fields = [string, string][];

function invent(route: FuzzRoute, { number, pick }: Draw, { jsonNames, ids }: Known): Fields {
  const names = [...route.names, ...route.names, pick(jsonNames)];
  const fields = Array.from({ length: number(8) }, (): [string, string] => [
    pick(names),
    pick([pick(ids), ...route.words, 'a word', '1', 'on']),
  ]);
  const intent = pick([...route.words, 'save', 'create', 'delete']);
  return [['intent', intent], ...fields];
}

function mutate(given: Fields, route: FuzzRoute, chance: Draw, { ids }: Known): Fields {
  const { number, pick, once } = chance;
  const fields = given.map(([name, value]): [string, string] => [name, value]);
  for (let times = number(5); times > 0 && fields.length > 0; times -= 1) {
    const at = number(fields.length);
    const field = fields[at] as [string, string];
    const text = () =>
      REDIRECT_PARAMETER.test(field[0]) ? oddRedirect(chance) : once(3) ? pick(ids) : pick(ODD_TEXTS);
    const kind = number(10);
    if (kind < 5) field[1] = text();
    else if (kind === 5) fields.splice(at, 1);
    else if (kind === 6) fields.push([field[0], text()]);
    else if (kind === 7) for (let i = 0; i < 60; i += 1) fields.push([field[0], pick(ids)]);
    else if (kind === 8) fields.push([pick(route.names.length > 0 ? route.names : ['x']), text()]);
    else field[0] = pick([`${field[0]}[]`, `${field[0]}\0`, '__proto__', '', 'intent']);
  }
  const intent = fields.find(([name]) => name === 'intent');
  if (intent && route.words.length > 0 && once(4)) intent[1] = pick(route.words);
  return fields;
}

const IMAGE_STARTS = [
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'GIF89a',
  'RIFF\0\0\0\0WEBPVP8 ',
  '\0\0\0 ftypavif',
];
const FILE_STARTS = [
  ...IMAGE_STARTS,
  '<svg onload=alert(1)>',
  'email\r\na@b.example',
  '{"db":[]}',
  'PK\x03\x04',
  '<rss>',
  '',
];

function multipart(
  fields: Fields,
  files: string[],
  boundary: string,
  { pick, number, once }: Draw,
): Uint8Array {
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"\r\n\r\n${value}\r\n`,
  );
  for (const name of files) {
    const fileName = pick([
      'a.png',
      '',
      '../../x',
      'a\0.png',
      `${'x'.repeat(500)}.png`,
      '<fz9>.svg',
      'é\ud800.csv',
    ]);
    const noise = Array.from({ length: number(400) }, () => String.fromCharCode(number(256))).join('');
    parts.push(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\n` +
        `content-type: ${pick(['image/png', 'image/svg+xml', 'text/csv', '', 'x', 'text/html'])}\r\n\r\n` +
        `${pick(FILE_STARTS)}${noise}\r\n`,
    );
  }
  if (!once(15)) parts.push(`--${boundary}--\r\n`);
  return Buffer.from(parts.join(''), once(2) ? 'utf8' : 'latin1');
}
