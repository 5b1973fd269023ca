// The worker: everything that reaches the magazine from outside comes in here.

import * as build from 'virtual:remix/server-build';
import { createRequestHandler, type ServerBuild } from '@remix-run/cloudflare';
import { handleRequest } from './http/handle-request.server';
import { consumeBatch } from './jobs/consume';
import { runCronTasks } from './jobs/cron';
import { createContext, createWorld, type World } from './platform/context.server';
import type { Env } from './platform/env.server';

const serverBuild = build as unknown as ServerBuild;
const render = createRequestHandler(serverBuild, 'production');
let world: World | undefined;

/** Clocks and queues have no address. */
const nobody = (id: string) => ({ id, address: '', userAgent: null, referrer: null });

export default {
  fetch(request, env, execution) {
    // Once per isolate; the environment does not change while it lives.
    world ??= createWorld(env, serverBuild.assets.version);
    return handleRequest(world, render, request, execution);
  },
  async scheduled({ scheduledTime, cron }, env, execution) {
    world ??= createWorld(env, serverBuild.assets.version);
    // The trigger's clock, not the machine's: a late one does what was due when it was meant to fire.
    const clock = { now: () => new Date(scheduledTime) };
    await runCronTasks(createContext(world, nobody(crypto.randomUUID()), execution, clock).app, cron);
  },
  async queue(batch, env, execution) {
    world ??= createWorld(env, serverBuild.assets.version);
    const ours = world;
    await consumeBatch(batch, (id) => createContext(ours, nobody(id), execution).app);
  },
} satisfies ExportedHandler<Env>;
