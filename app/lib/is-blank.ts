/** Nothing that one could see: spaces, control and format characters, fillers. A name of such has no link to click. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u.test(text);
}
