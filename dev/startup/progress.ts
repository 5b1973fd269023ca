// Progress output: one line per finished step, and on a terminal one updating line for the current step.
export type Say = (detail: string) => void;

const nameWidth = 13;
const quietSeconds = 8;

export class Progress {
  private readonly running = new Map<string, { began: number; detail: string; toldAt: number }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly out: NodeJS.WriteStream = process.stdout,
    private readonly live = Boolean(out.isTTY),
  ) {}

  /** Runs a step, then prints its name, its last detail and its duration. */
  async step<T>(name: string, work: (say: Say) => Promise<T>): Promise<T> {
    const state = { began: Date.now(), detail: '', toldAt: Date.now() };
    this.running.set(name, state);
    this.redraw();
    this.timer ??= setInterval(() => this.redraw(), 200).unref();
    try {
      const result = await work((detail) => {
        state.detail = detail;
      });
      this.finish(name);
      this.line(
        `${name.padEnd(nameWidth)}${[state.detail, seconds(state.began)].filter(Boolean).join(', ')}`,
      );
      return result;
    } catch (error) {
      this.finish(name);
      throw error;
    }
  }

  line(text: string): void {
    this.out.write(`${this.live ? '\r\x1b[2K' : ''}${text}\n`);
    this.redraw();
  }

  private finish(name: string): void {
    this.running.delete(name);
    if (this.running.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
    if (this.live) this.out.write('\r\x1b[2K');
  }

  private redraw(): void {
    if (!this.live) this.reportSometimes();
    if (!this.live || this.running.size === 0) return;
    const parts = [...this.running].map(([name, { began, detail }]) => `${name} ${detail} ${seconds(began)}`);
    this.out.write(`\r\x1b[2K${parts.join('  |  ').slice(0, (this.out.columns || 80) - 1)}`);
  }

  /** Without a terminal, prints progress of long steps only now and then, to keep logs short. */
  private reportSometimes(): void {
    for (const [name, state] of this.running) {
      if (Date.now() - state.toldAt < quietSeconds * 1000) continue;
      state.toldAt = Date.now();
      this.out.write(`${name.padEnd(nameWidth)}${state.detail} ...\n`);
    }
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
  if (!drawn || total <= 0) return text;
  const filled = Math.round((Math.min(done, total) / total) * 20);
  return `[${'#'.repeat(filled)}${'.'.repeat(20 - filled)}] ${text}`;
}

function seconds(began: number): string {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`;
}
