// Pages read, link and post without their scripts, so these come when the text and the first picture are there: on a slow
// line they would take the larger part of it. Whoever touches the page first does not wait for that.

/**
 * Starts a document's module script and its preloads at the page's load event, the first key or pointer, or after 2.5 s.
 * The elements stay the ones React expects to find when it hydrates; this script comes after all of them.
 */
export const LATE_START = `(() => {
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload';
    const script = document.querySelector('script[type=later]');
    if (!script) return;
    script.type = 'module';
    // A script runs when it is put in its place.
    script.parentNode.insertBefore(script, script.nextSibling);
  };
  for (const sign of ['pointerdown', 'keydown', 'focusin']) addEventListener(sign, start, { once: true, capture: true });
  if (document.readyState === 'complete') start();
  else addEventListener('load', start);
  setTimeout(start, 2500);
})()`.replace(/\n\s*(\/\/.*)?/g, '\n');

const MODULE_SCRIPT = ' type="module"';

/** A piece of a rendered document that begins where an own script's nonce stood: what would start at once starts late. */
export function delayScripts(piece: string): string {
  const later = piece.replaceAll('<link rel="modulepreload"', '<link rel="later"');
  return later.startsWith(MODULE_SCRIPT) ? ` type="later"${later.slice(MODULE_SCRIPT.length)}` : later;
}
