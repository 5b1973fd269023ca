// A request's body in one piece, whatever its headers say of its length.

/** What is read of a body that is refused anyway, so that whoever sends it hears the answer. */
const PATIENCE_BYTES = 32 * 1024 * 1024;

/** The bytes, or how many there were at least when they are more than `limit`. */
export async function readBounded(request: Request, limit: number): Promise<Uint8Array | number> {
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const announced = Number(request.headers.get('content-length')) || 0;
  let parts: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > limit) parts = [];
    else parts.push(read.value);
    if (size > PATIENCE_BYTES) {
      await reader.cancel();
      break;
    }
  }
  if (size > limit) return Math.max(size, announced);
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** The size of a body that is read to its end although nobody wants it. */
const SMALL_BYTES = 64 * 1024;

/**
 * What is answered before all of it was heard makes workerd close the connection, and whoever calls next on it loses that
 * call. So a refusal waits for the rest of a small body.
 */
export async function hearOut(request: Request): Promise<void> {
  const announced = Number(request.headers.get('content-length') ?? Number.NaN);
  if (!request.body || request.bodyUsed || request.body.locked || !(announced <= SMALL_BYTES)) return;
  // Whoever went away in the middle hears no answer either.
  await request.arrayBuffer().catch(() => {});
}
