import { fileURLToPath } from 'node:url';

/** The absolute path of a file under public/, independent of the working directory. */
export function publicFilePath(path: string): string {
  return fileURLToPath(new URL(`../../public/${path}`, import.meta.url));
}
