// Stored rich text. Loads the code for videos and posts only when the text has some.
import { useEffect, useRef } from 'react';

/** `html` was sanitized before it was stored. */
export function RichBody({ html, className }: { html: string; className: string }) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!html.includes(' data-embed="')) return;
    let end: (() => void) | undefined;
    let isMounted = true;
    // If the code fails to load, the links lead to the videos' own pages.
    import('./play-embeds').then(
      ({ playEmbeds }) => {
        if (isMounted && body.current) end = playEmbeds(body.current);
      },
      () => {},
    );
    return () => {
      isMounted = false;
      end?.();
    };
  }, [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the server before it was stored
  return <div ref={body} className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
