// Uploads a file of any size from the browser in parts. Uses XMLHttpRequest, because fetch does not report
// upload progress.

const ROUTE = '/admin/transfer/upload';
const FAILED = 'The file could not be uploaded. Please check your connection and try again.';
const SIGNED_OUT = 'You are signed out. Please sign in in another tab and try again.';
/** Attempts per part. */
const TRIES = 4;
const PAUSE_MS = 1_000;

/** The message is shown to the user. */
export class SendError extends Error {
  constructor(
    message: string,
    /** Whether a retry may succeed. */
    readonly mayHelp: boolean,
  ) {
    super(message);
  }
}

/**
 * @param onProgress receives the number of bytes sent
 * @returns the file's id
 * @throws SendError
 */
export async function uploadInParts(
  file: File,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const facts = { name: file.name, size: String(file.size) };
  const { id, partBytes } = (await post('step=begin', toForm(facts), signal)) as {
    id: string;
    partBytes: number;
  };
  for (let from = 0, number = 1; from < file.size; from += partBytes, number += 1) {
    const part = file.slice(from, from + partBytes);
    await withRetries(signal, () =>
      post(`step=part&id=${id}&number=${number}`, part, signal, (sent) => onProgress(from + sent)),
    );
  }
  await withRetries(signal, () => post(`step=finish&id=${id}`, toForm({ size: facts.size }), signal));
  return id;
}

async function withRetries<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof SendError) || !error.mayHelp || tries === TRIES) throw error;
      await pause(PAUSE_MS * 2 ** (tries - 1), signal);
    }
  }
}

/** Ends early when the upload is canceled. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => resolve());
  });
}

const toForm = (fields: Record<string, string>) => new URLSearchParams(fields);

function post(
  query: string,
  body: Blob | URLSearchParams,
  signal: AbortSignal,
  onSent: (bytes: number) => void = () => {},
): Promise<unknown> {
  const stopped = new SendError('The upload was stopped.', false);
  // Canceled between two requests.
  if (signal.aborted) return Promise.reject(stopped);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
    request.addEventListener('load', () => {
      const { error } = (request.response ?? {}) as { error?: string };
      // An expired session redirects to the sign-in page.
      if (request.responseURL.includes('/auth')) reject(new SendError(SIGNED_OUT, false));
      else if (request.status < 300 && request.response) resolve(request.response);
      else reject(new SendError(error ?? FAILED, request.status >= 500 || request.status === 429));
    });
    request.addEventListener('error', () => reject(new SendError(FAILED, true)));
    request.addEventListener('abort', () => reject(stopped));
    signal.addEventListener('abort', () => request.abort());
    request.open('POST', `${ROUTE}?${query}`);
    if (body instanceof Blob) request.setRequestHeader('content-type', 'application/octet-stream');
    request.send(body);
  });
}
