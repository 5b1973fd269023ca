// Whether a module is the started script and not an imported one.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export function isEntry(moduleUrl: string): boolean {
  const started = process.argv[1];
  if (!started) return false;
  try {
    return realpathSync(started) === realpathSync(fileURLToPath(moduleUrl));
  } catch {
    return false;
  }
}
