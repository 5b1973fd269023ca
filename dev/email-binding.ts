// A local replacement for Cloudflare's send_email binding with the same interface: a method that throws
// errors with a code.

import { Response } from 'miniflare';
import { readOwnJson } from '../app/lib/own-json';

/** Receives an email. Returns an error code to refuse it, else null. */
export type ReceiveEmail = (mail: Record<string, unknown>) => string | null;

const NAME = 'email-binding';

/** The binding for the worker that sends. */
export const emailBinding = { EMAIL: { name: NAME, entrypoint: 'EmailBinding' } };

export function emailBindingWorker(receive: ReceiveEmail): object {
  return {
    name: NAME,
    modules: true,
    compatibilityDate: '2026-04-21',
    script: `import { WorkerEntrypoint } from 'cloudflare:workers';
      export class EmailBinding extends WorkerEntrypoint {
        async send(mail) {
          const answer = await this.env.RECEIVE.fetch('http://email', { method: 'POST', body: JSON.stringify(mail) });
          const code = await answer.text();
          if (code) throw Object.assign(new Error('The email was refused'), { code });
          return { messageId: 'a-message' };
        }
      }
      export default { fetch: () => new Response() };`,
    serviceBindings: {
      async RECEIVE(request: { json(): Promise<unknown> }) {
        return new Response(receive(await readOwnJson<Record<string, unknown>>(request)) ?? '');
      },
    },
  };
}
