// Progress output: one line per finished step. On a terminal, one updating line shows the current steps. Once a
// long step runs, it also shows a bar for the whole start with an estimate of the time left.

/** @param share how much of a long step is done, 0 to 1; used for the estimate */
export type Say = (detail: string, share?: number) => void;

/**
 * Usual seconds per step, for the estimate. The steps of a lane run in sequence, and the lanes run in parallel. `last` follows all lanes.
 */
export interface StartPlan {
  lanes: readonly Readonly<Record<string, number>>[];
  last: Readonly<Record<string, number>>;
}

interface RunningStep {
  began: number;
  detail: string;
  reportedAt: number;
  /** Expected duration in seconds, from the latest share; null before the first one above zero. */
  expected: number | null;
}

const nameWidth = 13;
const quietSeconds = 8;
const barWidth = 24;

export class Progress {
  private readonly running = new Map<string, RunningStep>();
  private readonly finished = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private readonly began = Date.now();
  /** A long step has reported its share, so there is something to estimate. */
  private isLong = false;
  private percent = 0;

  constructor(
    private readonly plan: StartPlan | null = null,
    private readonly out: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'> = process.stdout,
  ) {}

  /** Runs a step, then prints its name, its last detail and its duration. */
  async step<T>(name: string, work: (say: Say) => Promise<T>): Promise<T> {
    const state: RunningStep = { began: Date.now(), detail: '', reportedAt: Date.now(), expected: null };
    this.running.set(name, state);
    this.redraw();
    this.timer ??= setInterval(() => this.redraw(), 200).unref();
    try {
      const result = await work((detail, share) => {
        state.detail = detail;
        if (share === undefined) return;
        this.isLong = true;
        if (share > 0) state.expected = (Date.now() - state.began) / 1000 / Math.min(share, 1);
      });
      this.finish(name);
      this.line(`${name.padEnd(nameWidth)}${[state.detail, since(state.began)].filter(Boolean).join(', ')}`);
      return result;
    } catch (error) {
      this.finish(name);
      throw error;
    }
  }

  line(text: string): void {
    this.out.write(`${this.out.isTTY ? '\r\x1b[2K' : ''}${text}\n`);
    this.redraw();
  }

  private finish(name: string): void {
    this.running.delete(name);
    this.finished.add(name);
    if (this.running.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
    if (this.out.isTTY) this.out.write('\r\x1b[2K');
  }

  private redraw(): void {
    if (this.running.size === 0) return;
    if (!this.out.isTTY) this.reportSometimes();
    else
      this.out.write(
        `\r\x1b[2K${[this.overall(true), ...this.steps()]
          .filter(Boolean)
          .join('  ')
          .slice(0, (this.out.columns || 80) - 1)}`,
      );
  }

  private steps(): string[] {
    return [...this.running].map(
      ([name, { began, detail }]) => `${name}: ${[detail, since(began)].filter(Boolean).join(' ')}`,
    );
  }

  /** Without a terminal, prints progress of long steps only now and then, to keep logs short. */
  private reportSometimes(): void {
    for (const [name, state] of this.running) {
      if (Date.now() - state.reportedAt < quietSeconds * 1000) continue;
      state.reportedAt = Date.now();
      const overall = this.overall(false);
      this.out.write(`${name.padEnd(nameWidth)}${state.detail}${overall && ` (${overall})`} ...\n`);
    }
  }

  /** `[#####.......] 42 %, about 30 s left`, or nothing if no step is long or there is no plan. */
  private overall(withBar: boolean): string {
    if (!this.plan || !this.isLong) return '';
    const elapsed = (Date.now() - this.began) / 1000;
    const left = Math.max(1, this.secondsLeft(this.plan));
    // Never decreases, even if a step is slower than usual.
    this.percent = Math.max(this.percent, Math.min(99, Math.floor((100 * elapsed) / (elapsed + left))));
    const text = `${this.percent} %, about ${Math.ceil(left)} s left`;
    return withBar ? `${drawBar(this.percent, 100, barWidth)} ${text}` : text;
  }

  private secondsLeft({ lanes, last }: StartPlan): number {
    const inOrder = (steps: Readonly<Record<string, number>>) =>
      Object.entries(steps).reduce((sum, [name, usual]) => sum + this.stepSecondsLeft(name, usual), 0);
    return Math.max(...lanes.map(inOrder)) + inOrder(last);
  }

  private stepSecondsLeft(name: string, usual: number): number {
    if (this.finished.has(name)) return 0;
    const state = this.running.get(name);
    if (!state) return usual;
    return Math.max(0, (state.expected ?? usual) - (Date.now() - state.began) / 1000);
  }
}

/** `[######......] 30 of 60 what`, or without a terminal `30 of 60 what`. */
export function bar(
  done: number,
  total: number,
  what: string,
  drawn = Boolean(process.stdout.isTTY),
): string {
  const text = `${done} of ${total} ${what}`;
  return drawn && total > 0 ? `${drawBar(done, total, 20)} ${text}` : text;
}

function drawBar(done: number, total: number, width: number): string {
  const filled = Math.round((Math.min(done, total) / total) * width);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`;
}

function since(began: number): string {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`;
}
