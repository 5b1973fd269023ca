// A piece of work that the clock does.
import type { AppContext } from '~/platform/context';

export interface Tick {
  /** The queue has just been made: what waits in the database has no message. */
  queueIsEmpty: boolean;
}

export interface Job {
  name: string;
  /** Does what is due by `ctx.clock`, and says how much that was. Done twice, it does nothing the second time. */
  run(ctx: AppContext, tick: Tick): Promise<number>;
}
