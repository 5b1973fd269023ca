// A picture that is given by its address: fetched into the file store, so that no page shows another site's files.
import { blockedHostsOf, readSiteSettings } from '~/features/settings/settings.server';
import { InvalidError, isDomainError } from '~/lib/errors';
import { isPictureAddress } from '~/lib/picture-address';
import type { AppContext } from '~/platform/context';
import { ImageRefusedError } from './image-refused';
import { ACCEPTED_IMAGES, FILE_TOO_LARGE, INVALID_FILE, MAX_IMAGE_BYTES } from './image-rules';
import { toPublicAddress } from './public-address';
import {
  type MediaFolder,
  type StoredImage,
  storeImage,
  type UploadContext,
  type Uploader,
} from './upload-image.server';

export type FetchContext = UploadContext & Pick<AppContext, 'outside' | 'config'>;

const MOST_REDIRECTS = 3;
const PATIENCE_MS = 8_000;

const FIELD = 'imageUrl';
const NO_ADDRESS = 'This address cannot be used. Please give the address of a picture on a public site.';
const NOT_FETCHED =
  'The picture could not be fetched from this address. Please try again, or upload it instead.';

/**
 * What an article, an ad or a category keeps for the address of a picture that a form names: one of this site as a path,
 * any other fetched into the store. A host whose pictures are replaced anyway is not asked. What stood there `before`
 * and cannot be fetched (any more) stays: whoever mends a comma need not mend the picture.
 * @throws like `fetchImage`
 */
export async function keepPicture(
  ctx: FetchContext,
  uploader: Uploader,
  address: string,
  { folder, before }: { folder: MediaFolder; before: string | null },
): Promise<string> {
  if (address.startsWith('/')) return address;
  const own = findOwnPath(ctx, address);
  if (own) return own;
  if (isOn(await listBlockedHosts(ctx), address)) return address;
  try {
    return (await fetchImage(ctx, uploader, address, { folder })).url;
  } catch (error) {
    if (error instanceof InvalidError && address === before) return address;
    throw error;
  }
}

/** The path of an address of this site; null for any other. */
export function findOwnPath({ config: { siteUrl } }: FetchContext, address: string): string | null {
  const path = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : '';
  // What is left of `https://ours//elsewhere` would be another host.
  return path && isPictureAddress(path) ? path : null;
}

/** Readers see the stock picture in the place of theirs, so nobody asks them. */
export async function listBlockedHosts(ctx: FetchContext): Promise<ReadonlySet<string>> {
  return new Set(blockedHostsOf(await readSiteSettings(ctx), ctx));
}

/** Whether one of the hosts has this address. */
export function isOn(hosts: ReadonlySet<string>, address: string): boolean {
  return URL.canParse(address) && hosts.has(new URL(address).hostname);
}

interface Wanted {
  folder: MediaFolder;
  alt?: string;
  /** Besides our own patience. */
  signal?: AbortSignal;
}

/**
 * @throws InvalidError for an address that may not be asked, or does not answer with a picture (ImageRefusedError);
 * UnavailableError
 */
export async function fetchImage(
  ctx: FetchContext,
  uploader: Uploader,
  address: string,
  { folder, alt, signal }: Wanted,
): Promise<StoredImage> {
  const url = toPublicAddress(address.trim());
  if (!url) throw refuse(NO_ADDRESS);
  let found: { bytes: Uint8Array; type: string };
  try {
    found = await download(ctx, url, signal);
  } catch (error) {
    if (isDomainError(error)) throw error;
    ctx.log.write({ event: 'picture_not_fetched', host: url.hostname, reason: String(error) });
    throw refuse(NOT_FETCHED);
  }
  const name = decodeName(url.pathname.slice(url.pathname.lastIndexOf('/') + 1));
  try {
    return await storeImage(ctx, uploader, { ...found, name, alt, folder });
  } catch (error) {
    throw error instanceof ImageRefusedError ? new ImageRefusedError(error, FIELD) : error;
  }
}

function refuse(message: string): InvalidError {
  return new InvalidError(message, [{ field: FIELD, message }]);
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

async function download(
  ctx: FetchContext,
  start: URL,
  until?: AbortSignal,
): Promise<{ bytes: Uint8Array; type: string }> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const signal = until ? AbortSignal.any([patience, until]) : patience;
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    const response = await ctx.outside.fetch(url, { accept: `${ACCEPTED_IMAGES},*/*;q=0.1`, signal });
    if (response.ok) return readPicture(response);
    await response.body?.cancel();
    const location = response.headers.get('location');
    const isRedirect = [301, 302, 303, 307, 308].includes(response.status) && location !== null;
    if (!isRedirect) throw new Error(`It answered ${response.status}`);
    if (redirects === MOST_REDIRECTS) throw new Error('It leads on and on');
    const next = toPublicAddress(location, url);
    if (!next) throw refuse(NO_ADDRESS);
    url = next;
  }
}

/** Stops reading as soon as it is too much, whatever was announced. */
async function readPicture(response: Response): Promise<{ bytes: Uint8Array; type: string }> {
  const [type = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(';');
  const reader = response.body?.getReader();
  if (!reader) throw new ImageRefusedError(INVALID_FILE, FIELD);
  const parts: Uint8Array[] = [];
  let size = Number(response.headers.get('content-length')) || 0;
  if (size <= MAX_IMAGE_BYTES) {
    size = 0;
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parts.push(read.value);
      size += read.value.length;
      if (size > MAX_IMAGE_BYTES) break;
    }
  }
  if (size > MAX_IMAGE_BYTES) {
    await reader.cancel();
    throw new ImageRefusedError(FILE_TOO_LARGE, FIELD);
  }
  return { bytes: new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()), type: type.trim() };
}
