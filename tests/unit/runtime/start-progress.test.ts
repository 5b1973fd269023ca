// What a start prints while it works.
import { PassThrough } from 'node:stream';
import { Progress } from 'dev/startup/progress';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const PLAN = { lanes: [{ Build: 40 }, { Database: 4, Demo: 20 }], last: { Worker: 4 } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A start whose steps the test ends itself; `shown` is what the last redraw left on the screen. */
function start(isTTY: boolean) {
  let written = '';
  const out = Object.assign(new PassThrough(), { isTTY, columns: 200 });
  out.on('data', (chunk) => {
    written += chunk;
  });
  const progress = new Progress(PLAN, out);
  const begin = (name: string) => {
    let report: (detail: string, share?: number) => void = () => {};
    let end = () => {};
    const done = progress.step(name, (say) => {
      report = say;
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    return {
      report: (detail: string, share?: number) => report(detail, share),
      end: async () => {
        end();
        await done;
      },
    };
  };
  return { begin, shown: () => written.split('\r\x1b[2K').at(-1), written: () => written };
}

it('shows a bar and the time left by the slower of two lanes and the step after them', async () => {
  const { begin, shown } = start(true);
  const build = begin('Build');
  const database = begin('Database');
  build.report('compiling pages', 0);
  await vi.advanceTimersByTimeAsync(4000);
  expect(shown()).toMatch(
    /^\[##\.{22}\] 9 %, about 40 s left {2}Build: compiling pages 4\.0 s {2}Database: 4\.0 s$/,
  );
  await database.end();
  await vi.advanceTimersByTimeAsync(6000);
  build.report('bundling the worker', 0.5);
  await vi.advanceTimersByTimeAsync(200);
  // Half of the build took 10 s, so the other half takes 10 s; the images of the demo (20 s) have not begun.
  expect(shown()).toContain('about 24 s left');
});

it('never goes backwards when a step is slower than usual', async () => {
  const { begin, shown } = start(true);
  const build = begin('Build');
  const percent = () => Number(/(\d+) %/.exec(shown() ?? '')?.[1]);
  build.report('compiling pages', 0);
  await vi.advanceTimersByTimeAsync(35_000);
  const before = percent();
  build.report('compiling pages', 0.2);
  await vi.advanceTimersByTimeAsync(200);
  expect(percent()).toBe(before);
});

it('shows no estimate while nothing takes long', async () => {
  const { begin, shown } = start(true);
  begin('Database').report('PostgreSQL 17');
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toBe('Database: PostgreSQL 17 1.0 s');
});

it('prints a line now and then where there is no terminal', async () => {
  const { begin, written } = start(false);
  begin('Demo').report('30 of 60 images', 0.5);
  await vi.advanceTimersByTimeAsync(17_000);
  expect(written().split('\n').filter(Boolean)).toEqual([
    expect.stringMatching(/^Demo {9}30 of 60 images \(\d+ %, about \d+ s left\) \.\.\.$/),
    expect.stringMatching(/^Demo {9}30 of 60 images \(\d+ %, about \d+ s left\) \.\.\.$/),
  ]);
});
