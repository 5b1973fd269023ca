// Checks what must be true of every answer.
import type { Call } from './make-call';
import { ELSEWHERE, MARK } from './odd-values';
import type { RawAnswer } from './raw-request';

/** Returns one sentence per problem. */
export function checkAnswer({ who }: Call, answer: RawAnswer): string[] {
  const { status, headers, text, cookies } = answer;
  const wrong: string[] = [];
  // A busy machine may answer 503 with Retry-After; this is not a speed test.
  if (status >= 500 && !(status === 503 && headers['retry-after'])) wrong.push(`answers ${status}`);
  // Responses to requests that workerd itself rejects lack our headers.
  if (!headers['x-request-id']) {
    if (status !== 400 && status !== 501) wrong.push(`${status} does not come from the site`);
    return wrong;
  }
  for (const name of [
    'x-content-type-options',
    'content-security-policy',
    'x-frame-options',
    'cache-control',
  ])
    if (!headers[name]) wrong.push(`has no ${name}`);
  if (/(script|default)-src[^;]*(unsafe|\*|https?:(?!\/))/.test(headers['content-security-policy'] ?? ''))
    wrong.push('has a policy that allows third-party scripts');
  const type = headers['content-type'] ?? '';
  if (/html|xml/.test(type)) {
    if (text.includes(`<${MARK}`)) wrong.push('contains markup from the request');
    if (/(href|src|action)="\s*(javascript|data:text)/i.test(text)) wrong.push('has a link that runs script');
    if (/at \w+ \(|\.server\.[jt]s|postgres(ql)?:\/\//.test(text)) wrong.push('exposes internals');
  }
  if (status < 400 && text !== '' && !type && !headers.location) wrong.push('has no content-type');
  const location = headers.location ?? '';
  if (location && URL.canParse(location, 'http://here.invalid')) {
    const { hostname, protocol } = new URL(location, 'http://here.invalid');
    if (hostname === ELSEWHERE || !/^https?:$/.test(protocol)) wrong.push(`redirects to ${location}`);
  } else if (location) wrong.push(`has an invalid location: ${location}`);
  if (cookies.some((line) => /^(__Host-)?session=[^;]/.test(line)) && who === 'visitor')
    wrong.push('signs in a visitor');
  const isCacheable = /public|s-maxage/.test(headers['cache-control'] ?? '');
  if (isCacheable && cookies.length > 0) wrong.push('is cacheable and sets a cookie');
  return wrong;
}

/** The call in a form that can be sent again. */
export function describeCall({ who, route, request }: Call): string {
  const body = request.body ? Buffer.from(request.body).toString('latin1') : '';
  const headers = request.headers
    .filter(([name]) => name !== 'cf-connecting-ip')
    .map(([name, value]) => `${name}: ${value.slice(0, name === 'cookie' ? 60 : 200)}`);
  return `${who} on ${route.id}: ${request.method} ${JSON.stringify(request.path.slice(0, 600))}\n    ${headers.join(' | ')}\n    ${JSON.stringify(body.slice(0, 1_200))}`;
}
