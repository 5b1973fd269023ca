// Deaths of the worker at its fault points, by a plan that is the same in each run.

const POINTS_OF_AN_ITEM = /^(before-claim|after-claim|after-run|after-end|after-more|after-all)$/;

export interface Deaths {
  /** For `startSite`. */
  diesAt(point: string, where: string): boolean;
  /** From now on the worker dies `count` times, at about every fourth fault point it comes to. */
  plan(count: number, seed: number): void;
  /** How many of them are still to come. */
  readonly left: number;
}

export function planDeaths(): Deaths {
  let left = 0;
  let state = 1;
  return {
    get left() {
      return left;
    },
    plan(count, seed) {
      left = count;
      state = seed;
    },
    diesAt(point) {
      if (left === 0 || !POINTS_OF_AN_ITEM.test(point)) return false;
      state = (state * 48_271) % 2_147_483_647;
      if (state % 4 > 0) return false;
      left -= 1;
      return true;
    },
  };
}
