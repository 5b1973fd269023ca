// Inlines the site's CSS into the document, so that the first paint needs no further request.
import { createContext, useContext } from 'react';

/** Set on the server only; the browser reads the CSS from the document. */
export const StylesContext = createContext('');

const ID = 'site-styles';

export function SiteStyles() {
  const given = useContext(StylesContext);
  // If React renders the document again in the browser, take the CSS from the existing element.
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
