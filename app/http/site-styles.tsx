// The reading site's styles, inside the document: a first paint waits for nothing but the page itself.
import { createContext, useContext } from 'react';

/** Only the server has the text; the browser finds it in the document. */
export const StylesContext = createContext('');

const ID = 'site-styles';

export function SiteStyles() {
  const given = useContext(StylesContext);
  // Should React ever draw the document anew, the styles are still in the one it replaces.
  const css = given || findInDocument();
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, hashed in the policy
  return <style id={ID} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />;
}

let found: string | undefined;

function findInDocument(): string {
  if (typeof document === 'undefined') return '';
  found ??= document.getElementById(ID)?.textContent ?? '';
  return found;
}
