// The pieces of a file as the network hands them out, except that the first is long enough to tell what file it is.
import { join } from '~/lib/zip/write-zip';

const HEAD = 512;

export async function* withHead(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array();
  for await (const piece of pieces) {
    if (head === null) yield piece;
    else {
      head = join([head, piece]);
      if (head.length < HEAD) continue;
      yield head;
      head = null;
    }
  }
  if (head !== null && head.length > 0) yield head;
}
