import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Protocol } from 'electron';
import { SHELL_PAGES } from './guard/addresses.ts';

const SCHEME = 'app';

/** Allows only the app's own files: no request anywhere, and a text can never become a script. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file directly in the pages' folder: no path, no hidden file, nothing percent-encoded. */
const FILE_NAME = /^[a-z][a-z0-9-]*(?:\.[a-z]+)+$/;

/** Makes `app://` a scheme with origins, in a secure context; call it before Electron is ready. It bypasses no policy, and no page can fetch it. */
export function registerScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true } }]);
}

/** Serves `app://shell/<file>` from `folder`, and nothing else under that scheme. */
export function servePages(protocol: Pick<Protocol, 'handle'>, folder: string): void {
  protocol.handle(SCHEME, (request) => answerPage(request, folder));
}

async function answerPage({ url, method }: Request, folder: string): Promise<Response> {
  const name = url.startsWith(SHELL_PAGES) ? (url.slice(SHELL_PAGES.length).split(/[?#]/)[0] ?? '') : '';
  const type = TYPES[extname(name)];
  if (method !== 'GET' || !FILE_NAME.test(name) || type === undefined) return new Response(null, { status: 404 });
  const bytes = await readFile(join(folder, name)).catch(() => null);
  if (bytes === null) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': type,
      'Content-Security-Policy': PAGE_POLICY,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  });
}
