// Replaces R2, Images, queues and other bound services, which the measured pages do not use.
import { WorkerEntrypoint } from 'cloudflare:workers';

export default class extends WorkerEntrypoint {
  async fetch() {
    return new Response('not here', { status: 404 });
  }

  async limit() {
    return { success: true };
  }
}
