// Stored rich text on a page. The code for films and posts comes only where there is one.
import { useEffect, useRef } from 'react';

/** `html` was cleaned before it was stored. */
export function RichBody({ html, className }: { html: string; className: string }) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!html.includes(' data-embed="')) return;
    let end: (() => void) | undefined;
    let isHere = true;
    // Without it, the links lead to the films' own pages.
    import('./play-embeds').then(
      ({ playEmbeds }) => {
        if (isHere && body.current) end = playEmbeds(body.current);
      },
      () => {},
    );
    return () => {
      isHere = false;
      end?.();
    };
  }, [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the server before it was stored
  return <div ref={body} className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
