// What must be true of every answer, whatever was asked.
import type { Call } from './make-call';
import { ELSEWHERE, MARK } from './odd-values';
import type { RawAnswer } from './raw-request';

/** Sentences, one for each thing that is wrong. */
export function judge({ who }: Call, answer: RawAnswer): string[] {
  const { status, headers, text, cookies } = answer;
  const wrong: string[] = [];
  // A machine that is busy may say so, and when to come again; a test of speed this is not.
  if (status >= 500 && !(status === 503 && headers['retry-after'])) wrong.push(`answers ${status}`);
  // What workerd itself refuses has no headers of ours.
  if (!headers['x-request-id']) {
    if (status !== 400 && status !== 501) wrong.push(`${status} is no answer of the magazine`);
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
    wrong.push('has a policy that lets strangers’ scripts run');
  const type = headers['content-type'] ?? '';
  if (/html|xml/.test(type)) {
    if (text.includes(`<${MARK}`)) wrong.push('shows markup that somebody sent');
    if (/(href|src|action)="\s*(javascript|data:text)/i.test(text)) wrong.push('has a link that runs');
    if (/at \w+ \(|\.server\.[jt]s|postgres(ql)?:\/\//.test(text)) wrong.push('tells of its inside');
  }
  if (status < 400 && text !== '' && !type && !headers.location) wrong.push('has no content-type');
  const location = headers.location ?? '';
  if (location && URL.canParse(location, 'http://here.invalid')) {
    const { hostname, protocol } = new URL(location, 'http://here.invalid');
    if (hostname === ELSEWHERE || !/^https?:$/.test(protocol)) wrong.push(`leads to ${location}`);
  } else if (location) wrong.push(`leads to what is no address: ${location}`);
  if (cookies.some((line) => /^(__Host-)?session=[^;]/.test(line)) && who === 'visitor')
    wrong.push('signs a stranger in');
  const isKept = /public|s-maxage/.test(headers['cache-control'] ?? '');
  if (isKept && cookies.length > 0) wrong.push('may be kept with a cookie on it');
  return wrong;
}

/** The call in a form that can be sent again. */
export function describeCall({ who, door, request }: Call): string {
  const body = request.body ? Buffer.from(request.body).toString('latin1') : '';
  const headers = request.headers
    .filter(([name]) => name !== 'cf-connecting-ip')
    .map(([name, value]) => `${name}: ${value.slice(0, name === 'cookie' ? 60 : 200)}`);
  return `${who} on ${door.id}: ${request.method} ${JSON.stringify(request.path.slice(0, 600))}\n    ${headers.join(' | ')}\n    ${JSON.stringify(body.slice(0, 1_200))}`;
}
