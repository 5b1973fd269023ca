// Stored rich text. Loads the code for videos and posts only when the text has some.
import { createContext, type FormEventHandler, useContext, useEffect, useRef, useState } from 'react';

/** Collects the texts of a document, which its loader data then leaves out (http/document/render-page.ts). */
export const RenderedTexts = createContext<string[] | null>(null);

interface RichBodyProps {
  html: string;
  className: string;
  onSubmit?: FormEventHandler;
}

/** `text` was sanitized before it was stored. It is empty in a document's loader data: the text is in the document. */
export function RichBody({ html: text, className, onSubmit }: RichBodyProps) {
  useContext(RenderedTexts)?.push(text);
  const body = useRef<HTMLDivElement>(null);
  const [rendered] = useState(() => (text ? '' : readRendered(className)));
  const html = text || rendered;
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
  return (
    <div
      ref={body}
      className={className}
      onSubmit={onSubmit}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the server before it was stored
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

function readRendered(className: string): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector(`[class="${className}"]`)?.innerHTML ?? '';
}
