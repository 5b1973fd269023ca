// Stands in for R2, Images, queues and other services that a page does not ask for: what is bound must be there.
import { WorkerEntrypoint } from 'cloudflare:workers';

export default class extends WorkerEntrypoint {
  async fetch() {
    return new Response('not here', { status: 404 });
  }

  async limit() {
    return { success: true };
  }
}
