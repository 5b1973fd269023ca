// Ends a script: closes everything that was opened, in reverse order, once, for any cause.
import { readFileSync } from 'node:fs';
import { diskHint } from './disk-space';
import { refusalText } from './refusal';

type Close = () => unknown;

const graceMilliseconds = 12_000;

export class Lifecycle {
  private readonly closers: { name: string; close: Close }[] = [];
  private ending = false;

  get isEnding(): boolean {
    return this.ending;
  }

  /**
   * Registers what to close at the end, in reverse order. Returns a function that removes it from the list.
   */
  onEnd(name: string, close: Close): () => void {
    const closer = { name, close };
    this.closers.push(closer);
    return () => {
      const at = this.closers.indexOf(closer);
      if (at >= 0) this.closers.splice(at, 1);
    };
  }

  /**
   * Ends on Ctrl-C, SIGTERM, a closed terminal, the end of npm, and uncaught errors. A second signal exits
   * immediately.
   */
  watchSignals(): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      let firstAt = 0;
      process.on(signal, () => {
        // One Ctrl-C can arrive twice: from the terminal, and again from npm, which forwards it.
        if (this.ending && Date.now() - firstAt > 500) process.exit(130);
        firstAt ||= Date.now();
        void this.end(0, 'Stopping');
      });
    }
    process.on('uncaughtException', (error) => void this.end(1, refusalText(error)));
    process.on('unhandledRejection', (error) => void this.end(1, refusalText(error)));
    // A closed output pipe (`npm start | head`) is no reason to fail.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
    this.watchParent();
  }

  /** Ends the script with an error, for example after a child process crashed. */
  fail(error: unknown): void {
    void this.end(1, refusalText(error));
  }

  /**
   * Like `fail`, after a moment: one Ctrl-C reaches children and this process in any order, and a child that
   * ends because of it did not crash.
   */
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
        // The remaining parts must still be closed, so this error is only printed.
        process.stderr.write(`${closer.name} did not stop cleanly: ${refusalText(error)}\n`);
      }
    }
  }

  /** npm can be killed without forwarding a signal. Its orphan then ends by itself. */
  private watchParent(): void {
    if (!process.env.npm_lifecycle_event) return;
    const ancestors = npmAbove();
    setInterval(() => {
      if (npmAbove() !== ancestors) void this.end(0, 'npm is gone: stopping');
    }, 250).unref();
  }
}

/** The process ids up to npm, which may have started a shell between itself and this process. */
function npmAbove(): string {
  const parent = process.ppid;
  try {
    const isShell = /(^|\/)(sh|dash|bash|ash|zsh)\0/.test(readFileSync(`/proc/${parent}/cmdline`, 'utf8'));
    // The fields after the process name, which may contain anything and ends with the last parenthesis:
    // state, parent, …
    const fields = readFileSync(`/proc/${parent}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
    return isShell ? `${parent} ${fields[1]}` : `${parent}`;
  } catch {
    return `${parent}`; // This system has no /proc.
  }
}

/**
 * Runs a script's main function. A failure closes everything that was opened and exits with code 1.
 * @param options.stays keeps the process running until a signal arrives
 */
export async function runScript(
  body: (lifecycle: Lifecycle) => Promise<unknown>,
  { stays = false } = {},
): Promise<void> {
  const lifecycle = new Lifecycle();
  lifecycle.watchSignals();
  try {
    await body(lifecycle);
  } catch (error) {
    // While ending, parts that are being closed fail on purpose.
    if (!lifecycle.isEnding) await lifecycle.end(1, refusalText(error));
    return;
  }
  if (stays) return;
  await lifecycle.closeAll();
  if (!lifecycle.isEnding) process.exit(0);
}
