// The file store on R2.
import type { FileStore } from './context';

/** Any key will do: only whether the bucket answers counts. */
const PING_KEY = 'ping';

export function createFileStore(bucket: R2Bucket): FileStore {
  return {
    async find(key, request) {
      const range = request?.range ? new Headers({ range: request.range }) : undefined;
      const object = await bucket.get(key, range ? { range } : undefined);
      if (!object) return null;
      const first = object.range && 'offset' in object.range ? (object.range.offset ?? 0) : 0;
      const length =
        object.range && 'length' in object.range ? (object.range.length ?? object.size - first) : object.size;
      return {
        body: object.body,
        size: object.size,
        etag: object.httpEtag,
        contentType: object.httpMetadata?.contentType ?? 'application/octet-stream',
        ...(range && length < object.size && { range: { first, last: first + length - 1 } }),
      };
    },
    async put(key, body, contentType) {
      await bucket.put(key, body, { httpMetadata: { contentType, cacheControl: 'public, max-age=3600' } });
    },
    async ping() {
      await bucket.head(PING_KEY);
    },
  };
}
