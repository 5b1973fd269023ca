// File store on R2.
import { parseByteRange } from '~/lib/byte-range';
import { RangeNotSatisfiableError, UnavailableError } from '~/lib/errors';
import type { FileStore, MultipartUploads } from './context';

/** An arbitrary key: `ping` only checks that the bucket responds. */
const PING_KEY = 'ping';

const CACHE_CONTROL = 'public, max-age=3600';
/** R2's limit for one call. */
const MAX_DELETED = 1_000;

const UNAVAILABLE = 'The file storage is unavailable right now. Please try again in a moment.';

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new UnavailableError(UNAVAILABLE, { cause: error });
  }
}

export function createFileStore(bucket: R2Bucket): FileStore {
  return {
    async find(key, { range = null, ifRange = null } = {}) {
      if (!range) {
        const object = await orUnavailable(bucket.get(key));
        return object && toStoredFile(object, object.body);
      }
      // The bucket refuses ranges beyond the file's end, so read the size first.
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
      const httpMetadata = { contentType, cacheControl: CACHE_CONTROL };
      await orUnavailable(bucket.put(key, body, { httpMetadata }));
    },
    async putNew(key, body, contentType) {
      const httpMetadata = { contentType, cacheControl: CACHE_CONTROL };
      const onlyIf = new Headers({ 'if-none-match': '*' });
      return (await orUnavailable(bucket.put(key, body, { httpMetadata, onlyIf }))) !== null;
    },
    async delete(keys) {
      for (let from = 0; from < keys.length; from += MAX_DELETED)
        await orUnavailable(bucket.delete(keys.slice(from, from + MAX_DELETED)));
    },
    async list(prefix, after) {
      const { objects } = await orUnavailable(bucket.list({ prefix, startAfter: after }));
      return objects.map(({ key, uploaded, size }) => ({ key, storedAt: uploaded, size }));
    },
    async measure(key) {
      return (await orUnavailable(bucket.head(key)))?.size ?? null;
    },
    async readPart(key, offset, length) {
      if (length === 0) return new Uint8Array();
      const object = await orUnavailable(bucket.get(key, { range: { offset, length } }));
      return object && new Uint8Array(await orUnavailable(object.arrayBuffer()));
    },
    multipart: createMultipartUploads(bucket),
    async ping() {
      await orUnavailable(bucket.head(PING_KEY));
    },
  };
}

function createMultipartUploads(bucket: R2Bucket): MultipartUploads {
  return {
    async begin(key, contentType) {
      const options = { httpMetadata: { contentType, cacheControl: 'private, no-store' } };
      return (await orUnavailable(bucket.createMultipartUpload(key, options))).uploadId;
    },
    async put(key, upload, number, bytes) {
      const part = bucket.resumeMultipartUpload(key, upload).uploadPart(number, bytes);
      return { number, etag: (await orUnavailable(part)).etag };
    },
    async finish(key, upload, parts) {
      const all = parts.map(({ number, etag }) => ({ partNumber: number, etag }));
      await orUnavailable(bucket.resumeMultipartUpload(key, upload).complete(all));
    },
    async abort(key, upload) {
      try {
        await bucket.resumeMultipartUpload(key, upload).abort();
      } catch (error) {
        // The upload was already completed or aborted.
        if (!/does not exist|10024/.test(String(error)))
          throw new UnavailableError(UNAVAILABLE, { cause: error });
      }
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
