// The six digits of a mail, for whoever types them instead of opening its link.

/** What their hash is made of: only the owner of the address can have read them. */
export function digitsKey(email: string, digits: string): string {
  return `digits:${email.toLowerCase()}:${digits}`;
}
