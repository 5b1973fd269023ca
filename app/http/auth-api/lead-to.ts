/** A redirect that no cache keeps, and whose address no other site is told. */
export function leadTo(location: string): Response {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return new Response(null, { status: 303, headers });
}
