// Liveness check: responds while the Worker is running.
export const loader = () => Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
