// The worker's entry point: HTTP requests, cron triggers and queue messages.

import * as build from 'virtual:remix/server-build';
import { createRequestHandler } from '@remix-run/cloudflare';
import { consumeBatch } from '~/jobs/queue';
import { handleRequest } from './http/handle-request.server';
import { runCronTasks } from './jobs/cron';
import { createContext, createRuntime, type Runtime } from './platform/context.server';
import type { Env } from './platform/env.server';

const render = createRequestHandler(build, 'production');
/** The first part changes with the browser's files, the second with each build of the worker. */
const BUILD = `${build.assets.version}-${BUILD_ID}`;
let runtime: Runtime | undefined;

/** Cron triggers and queue messages have no client address. */
const noCaller = (id: string) => ({ id, address: '', userAgent: null, referrer: null });

export default {
  fetch(request, env, execution) {
    // Once per isolate: the environment does not change during its lifetime.
    runtime ??= createRuntime(env, BUILD);
    return handleRequest(runtime, render, request, execution);
  },
  async scheduled({ scheduledTime, cron }, env, execution) {
    if (TEST_SUPPORT && cron === '@restart') {
      // The next test file uses this worker: forget the pages in memory.
      runtime = undefined;
      return;
    }
    runtime ??= createRuntime(env, BUILD);
    // A late trigger runs the tasks that were due at its scheduled time.
    const clock = { now: () => new Date(scheduledTime) };
    await runCronTasks(createContext(runtime, noCaller(crypto.randomUUID()), execution, clock).app, cron);
  },
  async queue(batch, env, execution) {
    runtime ??= createRuntime(env, BUILD);
    const ours = runtime;
    await consumeBatch(batch, (id) => createContext(ours, noCaller(id), execution).app);
  },
} satisfies ExportedHandler<Env>;
