// How a verb ends: everything that was opened is closed in reverse order, once, whatever the cause.
import { readFileSync } from 'node:fs';
import { diskHint } from './disk-space';
import { toText } from './refusal';

type Close = () => unknown;

const graceMilliseconds = 12_000;

export class Lifecycle {
  private readonly closers: { name: string; close: Close }[] = [];
  private ending = false;

  get isEnding(): boolean {
    return this.ending;
  }

  /** Registers what to close at the end; the last registered is closed first. Returns a function that takes it off the list. */
  onEnd(name: string, close: Close): () => void {
    const closer = { name, close };
    this.closers.push(closer);
    return () => {
      const at = this.closers.indexOf(closer);
      if (at >= 0) this.closers.splice(at, 1);
    };
  }

  /** Ends on Ctrl-C, on SIGTERM, on a lost terminal, when npm dies, and on errors nobody caught; a second signal does not wait. */
  watchSignals(): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      let firstAt = 0;
      process.on(signal, () => {
        // One Ctrl-C can arrive twice within a moment: from the terminal, and again from npm, which passes it on.
        if (this.ending && Date.now() - firstAt > 500) process.exit(130);
        firstAt ||= Date.now();
        void this.end(0, 'Stopping');
      });
    }
    process.on('uncaughtException', (error) => void this.end(1, toText(error)));
    process.on('unhandledRejection', (error) => void this.end(1, toText(error)));
    // A reader of our output that went away (`npm start | head`) is no reason to fall over.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
    this.watchParent();
  }

  /** Fails the verb from the outside: a part crashed. */
  fail(error: unknown): void {
    void this.end(1, toText(error));
  }

  /** The same after a moment: one Ctrl-C reaches the parts and us in any order, and what ends because of it did not crash. */
  failSoon(error: unknown): void {
    setTimeout(() => this.fail(error), 300);
  }

  async end(code: number, why: string): Promise<void> {
    if (this.ending) return;
    this.ending = true;
    const text = code === 0 ? why : [why, diskHint()].filter(Boolean).join('\n');
    (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
    const deadline = setTimeout(() => process.exit(code || 1), graceMilliseconds);
    await this.closeAll();
    clearTimeout(deadline);
    process.exit(code);
  }

  async closeAll(): Promise<void> {
    for (let closer = this.closers.pop(); closer; closer = this.closers.pop()) {
      try {
        await closer.close();
      } catch (error) {
        // What is left must still be closed, so this is only told.
        process.stderr.write(`${closer.name} did not stop cleanly: ${toText(error)}\n`);
      }
    }
  }

  /** npm can be killed without a chance to pass the signal on; its orphan then stops by itself. */
  private watchParent(): void {
    if (!process.env.npm_lifecycle_event) return;
    const ancestors = npmAbove();
    setInterval(() => {
      if (npmAbove() !== ancestors) void this.end(0, 'npm is gone: stopping');
    }, 250).unref();
  }
}

/** The processes up to npm, which may have put a shell between itself and us. */
function npmAbove(): string {
  const parent = process.ppid;
  try {
    const isShell = /(^|\/)(sh|dash|bash|ash|zsh)\0/.test(readFileSync(`/proc/${parent}/cmdline`, 'utf8'));
    // The fields after the name, which may hold anything but ends with the last bracket: state, parent, …
    const fields = readFileSync(`/proc/${parent}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
    return isShell ? `${parent} ${fields[1]}` : `${parent}`;
  } catch {
    return `${parent}`; // no /proc on this system
  }
}

/** Runs a verb's body; a failure closes what was opened and ends with exit code 1. @param options.stays until a signal comes. */
export async function runVerb(
  body: (lifecycle: Lifecycle) => Promise<unknown>,
  { stays = false } = {},
): Promise<void> {
  const lifecycle = new Lifecycle();
  lifecycle.watchSignals();
  try {
    await body(lifecycle);
  } catch (error) {
    // While ending, the parts that are being closed fail on purpose.
    if (!lifecycle.isEnding) await lifecycle.end(1, toText(error));
    return;
  }
  if (stays) return;
  await lifecycle.closeAll();
  if (!lifecycle.isEnding) process.exit(0);
}
