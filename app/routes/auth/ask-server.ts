// Passkeys are a talk between the browser's scripts and the server. It belongs to no page's data, so it is a plain fetch.

/** A posted form's answer as JSON; null where none came: offline, or signed out meanwhile. */
export async function askServer<T>(
  path: string,
  fields: FormData | Record<string, string>,
): Promise<T | null> {
  const body =
    fields instanceof FormData ? new URLSearchParams([...fields].map(toPair)) : new URLSearchParams(fields);
  try {
    const answer = await fetch(path, { method: 'POST', body, headers: { accept: 'application/json' } });
    return answer.redirected ? null : ((await answer.json()) as T);
  } catch {
    return null;
  }
}

const toPair = ([name, value]: [string, FormDataEntryValue]) => [name, String(value)];
