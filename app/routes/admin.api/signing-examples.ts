// Code for people who sign or check messages. Both run as they stand, in Node.js; a test runs them.

export const SIGNING_EXAMPLE = `import { createHmac, randomUUID } from 'node:crypto';

const secret = Buffer.from(process.env.SIGNING_SECRET.replace('whsec_', ''), 'base64');

function sign(body) {
  const id = randomUUID();
  const timestamp = Math.floor(Date.now() / 1000);
  const hmac = createHmac('sha256', secret).update(\`\${id}.\${timestamp}.\${body}\`);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': 'v1,' + hmac.digest('base64'),
  };
}`;

export const VERIFYING_EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto';

const secret = Buffer.from(process.env.SIGNING_SECRET.replace('whsec_', ''), 'base64');

function isGenuine(headers, body) {
  const timestamp = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const hmac = createHmac('sha256', secret).update(\`\${headers['webhook-id']}.\${timestamp}.\${body}\`);
  const expected = Buffer.from('v1,' + hmac.digest('base64'));
  const given = Buffer.from(headers['webhook-signature']);
  return given.length === expected.length && timingSafeEqual(given, expected);
}`;
