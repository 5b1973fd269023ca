// The constant answer: a prepared body of the size that the URL asks for.
const bodies = new Map();

export default {
  fetch(request) {
    const size = Number(new URL(request.url).searchParams.get('bytes'));
    if (!bodies.has(size)) bodies.set(size, new Uint8Array(size).fill(120));
    return new Response(bodies.get(size), { headers: { 'content-type': 'text/html; charset=utf-8' } });
  },
};
