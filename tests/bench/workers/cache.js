// The Cache API's backend: a small store with workerd's protocol (PUT carries a complete HTTP answer as
// text).
const MAX_ENTRIES = 256;
const entries = new Map();

export default {
  async fetch(request) {
    const key = request.url;
    if (request.method === 'PUT') {
      entries.delete(key);
      entries.set(key, parseAnswer(new Uint8Array(await request.arrayBuffer())));
      for (const oldest of entries.keys()) {
        if (entries.size <= MAX_ENTRIES) break;
        entries.delete(oldest);
      }
      return new Response(null, { status: 204 });
    }
    if (request.method === 'PURGE') {
      return new Response(null, { status: entries.delete(key) ? 200 : 404 });
    }
    const found = entries.get(key);
    if (!found) return new Response(null, { status: 504, headers: { 'CF-Cache-Status': 'MISS' } });
    return new Response(found.body, { headers: [...found.headers, ['CF-Cache-Status', 'HIT']] });
  },
};

function parseAnswer(bytes) {
  const text = new TextDecoder('latin1').decode(bytes);
  const end = text.indexOf('\r\n\r\n');
  const lines = text.slice(0, end).split('\r\n').slice(1);
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const kept = headers.filter(([name]) => !/^(transfer-encoding|connection)$/i.test(name));
  return { headers: kept, body: bytes.slice(end + 4) };
}
