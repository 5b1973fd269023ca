// The yardstick: an answer that is there already, of the size that the address asks for.
const bodies = new Map();

export default {
  fetch(request) {
    const size = Number(new URL(request.url).searchParams.get('bytes'));
    let body = bodies.get(size);
    if (!body) bodies.set(size, (body = new Uint8Array(size).fill(120)));
    return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  },
};
