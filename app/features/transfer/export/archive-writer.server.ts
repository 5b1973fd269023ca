// Writes an archive to the file store in parts. It can stop after any file, and another run can continue.
import { joinBytes } from '~/lib/bytes';
import { packDirectory, packFile } from '~/lib/zip/write-zip';
import type { ZipEntry } from '~/lib/zip/zip-entry';
import type { FileStore } from '~/platform/context';
import { type ExportState, PART_BYTES } from './export-state';

const toTuple = ({ name, method, crc, packed, size, offset }: ZipEntry): ExportState['entries'][number] => [
  name,
  method,
  crc,
  packed,
  size,
  offset,
];

export class ArchiveWriter {
  readonly state: ExportState;
  readonly #files: FileStore;
  readonly #key: string;
  readonly #partBytes: number;
  #waiting: Uint8Array;

  constructor(
    files: FileStore,
    key: string,
    { state, waiting }: { state: ExportState; waiting: Uint8Array },
    partBytes = PART_BYTES,
  ) {
    this.#files = files;
    this.#key = key;
    this.state = state;
    this.#waiting = waiting;
    this.#partBytes = partBytes;
  }

  /** Bytes that do not yet fill a part. */
  get waiting(): Uint8Array {
    return this.#waiting;
  }

  async add(name: string, plain: Uint8Array, deflate: boolean): Promise<void> {
    const { offset } = this.state;
    const { entry, bytes } = await packFile(name, plain, { offset, modified: this.#modified, deflate });
    this.state.entries.push(toTuple(entry));
    await this.#append(bytes);
  }

  /**
   * Writes the ZIP directory and completes the upload. Idempotent.
   * @returns the size of the archive in bytes
   */
  async finish(): Promise<number> {
    const { entries, offset, upload, parts } = this.state;
    const listed = entries.map(([name, method, crc, packed, size, at]) => ({
      name,
      method,
      crc,
      packed,
      size,
      offset: at,
    }));
    const directory = packDirectory(listed, offset, this.#modified);
    const size = offset + directory.length;
    // The last run may have ended after completing the upload, which then accepts no more parts.
    if ((await this.#files.measure(this.#key)) === size) return size;
    await this.#append(directory);
    if (this.#waiting.length > 0) await this.#put(this.#waiting);
    await this.#files.multipart.finish(this.#key, upload, parts);
    return size;
  }

  get #modified(): Date {
    return new Date(this.state.began);
  }

  async #append(bytes: Uint8Array): Promise<void> {
    let waiting = joinBytes([this.#waiting, bytes]);
    this.state.offset += bytes.length;
    while (waiting.length >= this.#partBytes) {
      await this.#put(waiting.slice(0, this.#partBytes));
      waiting = waiting.slice(this.#partBytes);
    }
    this.#waiting = waiting;
  }

  async #put(bytes: Uint8Array): Promise<void> {
    const { upload, parts } = this.state;
    parts.push(await this.#files.multipart.put(this.#key, upload, parts.length + 1, bytes));
  }
}
