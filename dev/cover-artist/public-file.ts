import { fileURLToPath } from 'node:url';

/** The path of a file under public/, wherever the script was started. */
export function publicFile(path: string): string {
  return fileURLToPath(new URL(`../../public/${path}`, import.meta.url));
}
