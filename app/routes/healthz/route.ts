// Alive: answers as long as the worker does.
export const loader = () => Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
