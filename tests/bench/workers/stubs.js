// Replaces R2, Images, queues, rate limits and other bound services. Files are kept in memory, queue messages are discarded,
// and everything else is missing.
import { WorkerEntrypoint } from 'cloudflare:workers';

const files = new Map();

export default class extends WorkerEntrypoint {
  async fetch(request) {
    const body = new Uint8Array(await request.arrayBuffer());
    const order = readOrder(request, body);
    if (order) return answerFileOrder(order);
    const isMessage = request.method === 'POST' && /\/(message|batch)$/.test(new URL(request.url).pathname);
    return isMessage ? new Response() : new Response('not here', { status: 404 });
  }

  async limit() {
    return { success: true };
  }
}

/** workerd sends the order for R2 in a header, or before the content of a file. */
function readOrder(request, body) {
  const inHeader = request.headers.get('cf-r2-request');
  if (inHeader) return JSON.parse(inHeader);
  const size = Number(request.headers.get('cf-r2-metadata-size') ?? 0);
  return size > 0
    ? { ...JSON.parse(new TextDecoder().decode(body.subarray(0, size))), content: body.slice(size) }
    : null;
}

function answerFileOrder({ method, object: name, content }) {
  if (method === 'put') files.set(name, content);
  const found = files.get(name);
  if (!found) {
    const error = { version: 1, v4code: 10007, message: 'The file does not exist.' };
    return new Response(null, { status: 404, headers: { 'cf-r2-error': JSON.stringify(error) } });
  }
  const about = new TextEncoder().encode(
    JSON.stringify({
      name,
      version: '1',
      size: found.length,
      etag: '1',
      uploaded: '0',
      storageClass: 'Standard',
    }),
  );
  const parts = method === 'get' ? [about, found] : [about];
  return new Response(new Blob(parts), { headers: { 'cf-r2-metadata-size': String(about.length) } });
}
