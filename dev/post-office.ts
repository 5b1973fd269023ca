// Stands in for Cloudflare's send_email binding: called as the real one is, by a method, and failing as it does, with a code.
import { Response } from 'miniflare';

/** Takes a mail as it was handed over, or gives the code of a refusal. */
export type PostOffice = (mail: Record<string, unknown>) => string | null;

const NAME = 'post-office';

/** For the worker that sends. */
export const emailBinding = { EMAIL: { name: NAME, entrypoint: 'PostOffice' } };

export function postOfficeWorker(take: PostOffice): object {
  return {
    name: NAME,
    modules: true,
    compatibilityDate: '2026-04-21',
    script: `import { WorkerEntrypoint } from 'cloudflare:workers';
      export class PostOffice extends WorkerEntrypoint {
        async send(mail) {
          const answer = await this.env.TAKE.fetch('http://post', { method: 'POST', body: JSON.stringify(mail) });
          const code = await answer.text();
          if (code) throw Object.assign(new Error('The mail was refused'), { code });
          return { messageId: 'a-message' };
        }
      }
      export default { fetch: () => new Response() };`,
    serviceBindings: {
      async TAKE(request: { json(): Promise<unknown> }) {
        return new Response(take((await request.json()) as Record<string, unknown>) ?? '');
      },
    },
  };
}
