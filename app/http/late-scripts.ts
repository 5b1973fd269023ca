// Pages read, link and post without their scripts, so these come when the text and the first picture are there: on a slow
// line they would take the larger part of it. Whoever touches the page first does not wait for that.

const START = `(() => {
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

/**
 * A rendered document whose module script and its preloads wait for the page's load event, the first key or pointer, or
 * 2.5 s. The elements stay the ones React expects to find when it hydrates; the starter comes after all of them.
 */
export function startScriptsLate(html: string, nonce: string): string {
  const later = html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace(`<script nonce="${nonce}" type="module"`, `<script nonce="${nonce}" type="later"`);
  return `${later}<script nonce="${nonce}">${START}</script>`;
}
