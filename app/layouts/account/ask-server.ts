// Sends the passkey requests, which are plain fetch calls because they belong to no page's data.
import { readOwnJson } from '~/lib/own-json';

/** Posts a form and returns the JSON answer; null when offline or signed out. */
export async function askServer<T>(
  path: string,
  fields: FormData | Record<string, string>,
): Promise<T | null> {
  const body =
    fields instanceof FormData ? new URLSearchParams([...fields].map(toPair)) : new URLSearchParams(fields);
  try {
    const answer = await fetch(path, { method: 'POST', body, headers: { accept: 'application/json' } });
    return answer.redirected ? null : await readOwnJson<T>(answer);
  } catch {
    return null;
  }
}

const toPair = ([name, value]: [string, FormDataEntryValue]) => [name, String(value)];
