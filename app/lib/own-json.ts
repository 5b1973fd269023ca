// JSON that this application wrote itself, so that browsers need not validate it.

/** @throws SyntaxError when the body is not JSON */
export async function readOwnJson<T>(response: { json(): Promise<unknown> }): Promise<T> {
  return (await response.json()) as T;
}
