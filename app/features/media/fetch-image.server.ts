// Downloads an image from a URL into the file store, so that no page loads files from another site.

import { blockedHostsOf, readSiteSettings } from '~/features/settings/settings.server';
import { joinBytes } from '~/lib/bytes';
import { InvalidError, isDomainError, TooManyError, toError } from '~/lib/errors';
import { readFocus, withFocus, withoutFocus } from '~/lib/focal-point';
import { isImageAddress } from '~/lib/site-path';
import type { AppContext } from '~/platform/context';
import {
  ACCEPTED_IMAGES,
  FILE_TOO_LARGE,
  ImageRefusedError,
  INVALID_FILE,
  MAX_IMAGE_BYTES,
} from './image-rules';
import { withoutCopy } from './image-source';
import { toFetchableAddress } from './public-address';
import {
  countImages,
  type MediaFolder,
  type StoredImage,
  storeImage,
  type UploadContext,
  type Uploader,
} from './store-image.server';

export type FetchContext = UploadContext & Pick<AppContext, 'publicFetch' | 'config'>;

const MAX_REDIRECTS = 3;
const DOWNLOAD_TIMEOUT_MS = 8_000;

/** A later request may succeed. On Cloudflare, a host that does not exist is the status 530. */
const TEMPORARY_STATUSES = [408, 425, 429, 500, 502, 503, 504];

/** The other site is busy, or did not respond in time. */
export class ImageUnreachableError extends InvalidError {}

const NO_ADDRESS = 'This URL cannot be used. Please enter the URL of an image on a public site.';
const NOT_STORED = 'This image cannot be used. Please upload it instead.';
const NOT_FETCHED =
  'The image could not be downloaded from this URL. Please try again, or upload it instead.';

interface AddressOptions {
  folder: MediaFolder;
  /** The stored URL. */
  before: string | null;
  /** The form field that errors belong to. Default: `imageUrl`. */
  field?: string;
}

/**
 * Returns the URL to store for an image URL entered in a form: a path for a URL of this site, without the query
 * that selects a copy, otherwise the path of the downloaded copy. URLs on blocked hosts are returned unchanged, because pages replace those
 * images anyway. An unchanged URL (`before`) that can no longer be downloaded is kept, so that it does not
 * block saving other changes.
 * @throws as `fetchImage` does; TooManyError
 */
export async function storeImageFromAddress(
  ctx: FetchContext,
  uploader: Uploader,
  address: string,
  { before, ...options }: AddressOptions,
): Promise<string> {
  const own = address.startsWith('/') ? toOwnImage(address) : findOwnPath(ctx, address);
  if (own) return own;
  if (isOn(await listBlockedHosts(ctx), address)) return address;
  try {
    await countImages(ctx, uploader, 'image-download', 1);
    const { url } = await fetchImage(ctx, uploader, withoutFocus(address), options);
    return withFocus(url, readFocus(address));
  } catch (error) {
    const isRefused = error instanceof InvalidError || error instanceof TooManyError;
    if (isRefused && address === before) return address;
    throw error;
  }
}

/**
 * As `storeImageFromAddress`, for images that pages show from this site only.
 * @throws InvalidError also for a URL on a blocked host, or an unchanged one that cannot be downloaded
 */
export async function storeOwnImage(
  ctx: FetchContext,
  uploader: Uploader,
  address: string,
  options: AddressOptions,
): Promise<string> {
  const url = await storeImageFromAddress(ctx, uploader, address, options);
  if (!url.startsWith('/')) throw refuse(NOT_STORED, options.field ?? 'imageUrl');
  return url;
}

/** The path of a URL of this site; null for other sites. */
export function findOwnPath({ config: { siteUrl } }: FetchContext, address: string): string | null {
  const path = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : '';
  // Without this check, `https://ours//elsewhere` would become the URL of another host.
  return path && isImageAddress(path) ? toOwnImage(path) : null;
}

const toOwnImage = (path: string) => withFocus(withoutCopy(path), readFocus(path));

/** Hosts whose images pages replace by the stock image, so they are never requested. */
export async function listBlockedHosts(ctx: FetchContext): Promise<ReadonlySet<string>> {
  return new Set(blockedHostsOf(await readSiteSettings(ctx), ctx));
}

/** Whether the URL is on one of the hosts. */
export function isOn(hosts: ReadonlySet<string>, address: string): boolean {
  return URL.canParse(address) && hosts.has(new URL(address).hostname);
}

interface FetchOptions {
  folder: MediaFolder;
  alt?: string;
  /** The form field that errors belong to. Default: `imageUrl`. */
  field?: string;
  /** In addition to the built-in timeout. */
  signal?: AbortSignal;
}

/**
 * @throws InvalidError for a URL that must not be requested, or whose response is not an image
 * (ImageRefusedError); ImageUnreachableError if a later attempt may succeed; UnavailableError
 */
export async function fetchImage(
  ctx: FetchContext,
  uploader: Uploader,
  address: string,
  { folder, alt, field = 'imageUrl', signal }: FetchOptions,
): Promise<StoredImage> {
  const url = toFetchableAddress(address.trim());
  if (!url) throw refuse(NO_ADDRESS, field);
  let found: { bytes: Uint8Array; type: string };
  try {
    found = await download(ctx, url, field, signal);
  } catch (error) {
    if (isDomainError(error)) throw error;
    ctx.log.write({ event: 'picture_not_fetched', host: url.hostname, reason: String(error) });
    throw isTemporary(error)
      ? new ImageUnreachableError(NOT_FETCHED, [{ field, message: NOT_FETCHED }])
      : refuse(NOT_FETCHED, field);
  }
  const name = decodeName(url.pathname.slice(url.pathname.lastIndexOf('/') + 1));
  try {
    return await storeImage(ctx, uploader, { ...found, name, alt, folder });
  } catch (error) {
    throw error instanceof ImageRefusedError ? new ImageRefusedError(error, field) : error;
  }
}

function refuse(message: string, field: string): InvalidError {
  return new InvalidError(message, [{ field, message }]);
}

/** Errors without a status come from the network: no connection, no response in time. */
function isTemporary(error: unknown): boolean {
  const { cause: status } = toError(error);
  return typeof status !== 'number' || TEMPORARY_STATUSES.includes(status);
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
  field: string,
  until?: AbortSignal,
): Promise<{ bytes: Uint8Array; type: string }> {
  const timeout = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS);
  const signal = until ? AbortSignal.any([timeout, until]) : timeout;
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    const response = await ctx.publicFetch.fetch(url, { accept: `${ACCEPTED_IMAGES},*/*;q=0.1`, signal });
    if (response.ok) return readImage(response, field);
    await response.body?.cancel();
    const location = response.headers.get('location');
    const isRedirect = [301, 302, 303, 307, 308].includes(response.status) && location !== null;
    const { status: cause } = response;
    if (!isRedirect) throw new Error(`The server responded with ${cause}`, { cause });
    if (redirects === MAX_REDIRECTS) throw new Error('Too many redirects', { cause });
    const next = toFetchableAddress(location, url);
    if (!next) throw refuse(NO_ADDRESS, field);
    url = next;
  }
}

/** Stops reading at the size limit, regardless of Content-Length. */
async function readImage(response: Response, field: string): Promise<{ bytes: Uint8Array; type: string }> {
  const [type = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(';');
  const reader = response.body?.getReader();
  if (!reader) throw new ImageRefusedError(INVALID_FILE, field);
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
    throw new ImageRefusedError(FILE_TOO_LARGE, field);
  }
  return { bytes: joinBytes(parts), type: type.trim() };
}
