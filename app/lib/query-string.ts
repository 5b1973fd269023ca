/** Adds query parameters to a URL of this site; existing ones of the same name are replaced. */
export function withQuery(address: string, values: Record<string, string>): string {
  const [path = '', query] = address.split('?');
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) params.set(name, value);
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

/** The page number in a query parameter; 1 for anything invalid. */
export function pageNumber(text: string | null): number {
  const number = /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1;
  return number;
}
