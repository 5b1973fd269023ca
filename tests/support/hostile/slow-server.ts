// A proxy that sends each page of the site in pieces, like a slow network.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Page } from 'playwright-core';

export interface SlowServer {
  origin: string;
  /** Opens the page and sends it piece by piece. Each piece is painted before the next one is sent. */
  read(page: Page, path: string): Promise<void>;
  stop(): void;
}

const MAX_PIECES = 24;

export async function startSlowServer(behind: string): Promise<SlowServer> {
  let handOn: Iterator<string> | undefined;
  let write: (text: string) => void = () => {};
  let end = () => {};
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      // Counting does not change the layout. Without a token, the browser reports nothing more.
      response.setHeader('content-type', 'application/json');
      response.end('{"token":null}');
      return;
    }
    const answer = await fetch(new URL(request.url ?? '/', behind), { redirect: 'manual' });
    const { status, headers } = answer;
    const type = headers.get('content-type') ?? '';
    const policy = headers.get('content-security-policy');
    response.writeHead(status, {
      'content-type': type,
      ...(policy && { 'content-security-policy': policy }),
    });
    if (!type.startsWith('text/html')) {
      if (answer.body) Readable.fromWeb(answer.body as ReadableStream).pipe(response);
      else response.end();
      return;
    }
    handOn = piecesOf(await answer.text());
    write = (text) => response.write(text);
    end = () => response.end();
    write(handOn.next().value);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    async read(page, path) {
      await page.goto(path, { waitUntil: 'commit' });
      for (let count = 1; ; count += 1) {
        await page.evaluate(painted, `piece ${count}`);
        const next = handOn?.next();
        if (!next || next.done) break;
        write(next.value);
      }
      end();
      await page.waitForLoadState('load');
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Splits the main part after an element's end. Each piece ends in a comment with its number. */
function* piecesOf(html: string): Generator<string> {
  const begins = html.indexOf('<main');
  const ends = [...html.matchAll(/<\/(?:p|li|ul|div|article|section|nav|header)>/g)]
    .map((match) => match.index + match[0].length)
    .filter((at) => at > begins && at < html.indexOf('</main>'));
  const pieces = Math.min(MAX_PIECES, ends.length);
  let from = 0;
  for (let piece = 1; piece <= pieces; piece += 1) {
    const to = ends[Math.floor((piece * ends.length) / pieces) - 1];
    yield `${html.slice(from, to)}<!--piece ${piece}-->`;
    from = to ?? from;
  }
  yield `${html.slice(from)}<!--piece ${pieces + 1}-->`;
}

/** Runs in the page: waits until the comment exists and two frames have been painted. */
async function painted(mark: string): Promise<void> {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const isThere = () => {
    const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
    while (comments.nextNode()) if (comments.currentNode.nodeValue === mark) return true;
    return false;
  };
  while (!isThere()) await frame();
  await frame();
  await frame();
}
