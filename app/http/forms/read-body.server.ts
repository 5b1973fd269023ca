// Reads request bodies with a size limit that does not rely on Content-Length.
import { joinBytes } from '~/lib/bytes';

/**
 * How much of an oversized body is read before the stream is canceled, so that the client can receive the
 * answer.
 */
const MAX_OVERSIZED_BYTES = 32 * 1024 * 1024;

/** The body, or its size (at least the bytes read) when it exceeds `limit`. */
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
    if (size > MAX_OVERSIZED_BYTES) {
      await reader.cancel();
      break;
    }
  }
  if (size > limit) return Math.max(size, announced);
  return joinBytes(parts);
}

/** Larger unread bodies are not drained. */
const MAX_DRAINED_BYTES = 64 * 1024;

/**
 * Reads the rest of a small request body. If a response is sent before the body was read, workerd closes the
 * connection, and the next request on it fails.
 */
export async function drainRequestBody(request: Request): Promise<void> {
  const announced = Number(request.headers.get('content-length') ?? Number.NaN);
  if (!request.body || request.bodyUsed || request.body.locked || !(announced <= MAX_DRAINED_BYTES)) return;
  // The client disconnected.
  await request.arrayBuffer().catch(() => {});
}
