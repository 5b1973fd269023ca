// The file store on R2.
import { parseByteRange } from '~/lib/byte-range';
import { RangeNotSatisfiableError, UnavailableError } from '~/lib/errors';
import type { FileStore } from './context';

/** Any key will do: only whether the bucket answers counts. */
const PING_KEY = 'ping';

const AWAY = 'The pictures cannot be reached right now. Please try again in a moment.';

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new UnavailableError(AWAY, { cause: error });
  }
}

export function createFileStore(bucket: R2Bucket): FileStore {
  return {
    async find(key, { range = null, ifRange = null } = {}) {
      if (!range) {
        const object = await orUnavailable(bucket.get(key));
        return object && toStoredFile(object, object.body);
      }
      // The bucket refuses a range that the file does not have, so its size is asked first.
      const head = await orUnavailable(bucket.head(key));
      if (!head) return null;
      const isSame = ifRange === null || ifRange === head.httpEtag;
      const part = isSame ? parseByteRange(range, head.size) : null;
      if (part === 'unsatisfiable') throw new RangeNotSatisfiableError(head.size);
      const options = part
        ? { range: { offset: part.first, length: part.last - part.first + 1 } }
        : undefined;
      const object = await orUnavailable(bucket.get(key, options));
      return object && { ...toStoredFile(object, object.body), ...(part && { range: part }) };
    },
    async put(key, body, contentType) {
      const httpMetadata = { contentType, cacheControl: 'public, max-age=3600' };
      await orUnavailable(bucket.put(key, body, { httpMetadata }));
    },
    async ping() {
      await orUnavailable(bucket.head(PING_KEY));
    },
  };
}

function toStoredFile(object: R2Object, body: ReadableStream) {
  return {
    body,
    size: object.size,
    etag: object.httpEtag,
    contentType: object.httpMetadata?.contentType ?? 'application/octet-stream',
  };
}
