// Deaths of the worker at its fault points, by a plan that is the same in each run.

const POINTS_OF_AN_ITEM = /^(before-claim|after-claim|after-run|after-end|after-more|after-all)$/;

/** Where a death costs an attempt. So often at one item: of its five it may lose one beside another item, and one to the dead letters. */
const COSTLY = /^after-(claim|run)$/;
const COSTLY_DEATHS_OF_AN_ITEM = 2;

export interface Deaths {
  /** For `startSite`. */
  diesAt(point: string, where: string): boolean;
  /** From now on the worker dies `count` times, at about every second fault point of an item it comes to. */
  plan(count: number, seed: number): void;
  /** How many of them are still to come. */
  readonly left: number;
}

export function planDeaths(): Deaths {
  let left = 0;
  let state = 1;
  let died = new Map<string, number>();
  return {
    get left() {
      return left;
    },
    plan(count, seed) {
      left = count;
      state = seed;
      died = new Map();
    },
    diesAt(point, where) {
      if (left === 0 || !POINTS_OF_AN_ITEM.test(point)) return false;
      const before = died.get(where) ?? 0;
      const isCostly = COSTLY.test(point);
      if (isCostly && before >= COSTLY_DEATHS_OF_AN_ITEM) return false;
      state = (state * 48_271) % 2_147_483_647;
      if (state % 2 > 0) return false;
      left -= 1;
      if (isCostly) died.set(where, before + 1);
      return true;
    },
  };
}
