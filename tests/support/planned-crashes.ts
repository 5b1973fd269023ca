// Plans crashes of the worker at its fault points, the same in each run.

const POINTS_OF_AN_ITEM = /^(before-claim|after-claim|after-run|after-end|after-more|after-all)$/;

/**
 * Points where a crash costs an attempt. An item has five attempts: it may lose one in a crash next to
 * another item, and one is needed to reach the dead-letter queue.
 */
const COSTLY = /^after-(claim|run)$/;
const MAX_COSTLY_CRASHES = 2;

export interface CrashPlan {
  /** Pass to `startSite`. */
  diesAt(point: string, where: string): boolean;
  /** Crashes the worker `count` times from now on, at about every second fault point of an item. */
  plan(count: number, seed: number): void;
  /** Planned crashes that have not happened yet. */
  readonly left: number;
}

export function planCrashes(): CrashPlan {
  let left = 0;
  let state = 1;
  let crashes = new Map<string, number>();
  return {
    get left() {
      return left;
    },
    plan(count, seed) {
      left = count;
      state = seed;
      crashes = new Map();
    },
    diesAt(point, where) {
      if (left === 0 || !POINTS_OF_AN_ITEM.test(point)) return false;
      const before = crashes.get(where) ?? 0;
      const isCostly = COSTLY.test(point);
      if (isCostly && before >= MAX_COSTLY_CRASHES) return false;
      state = (state * 48_271) % 2_147_483_647;
      if (state % 2 > 0) return false;
      left -= 1;
      if (isCostly) crashes.set(where, before + 1);
      return true;
    },
  };
}
