/** An address of this site with more in its query; a name that is there already gets the new value. */
export function withQuery(address: string, values: Record<string, string>): string {
  const [path = '', query] = address.split('?');
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) params.set(name, value);
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}
