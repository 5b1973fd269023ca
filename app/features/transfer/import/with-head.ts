// Regroups the chunks of a file so that the first is long enough to detect its format.
import { joinBytes } from '~/lib/bytes';

const HEAD_BYTES = 512;

export async function* withHead(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array();
  for await (const piece of pieces) {
    if (head === null) yield piece;
    else {
      head = joinBytes([head, piece]);
      if (head.length < HEAD_BYTES) continue;
      yield head;
      head = null;
    }
  }
  if (head !== null && head.length > 0) yield head;
}
