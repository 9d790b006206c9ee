import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { CustomScheme } from 'electron';
import type { Language } from '../../../shared/ipc/index.ts';
import { PAGE_HEADERS, PASSKEY_HEADERS } from './csp.ts';
import { isPageUrl, isPasskeyPage, PAGE_SCHEME, type PAGE_URLS, type PageHost } from './page-address.ts';
import type { SecurityRule } from './rule.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** The start document of each page. No page gets another's. */
const DOCUMENTS: Readonly<Record<keyof typeof PAGE_URLS, string>> = {
  app: '/index.html',
  trusted: '/trusted/index.html',
};
const PASSKEY_DOCUMENT = '/passkey/index.html';

/** Registered before `ready`. No fetch, no service workers: the page asks main for everything. CORS is how it loads its own modules. */
export const PAGE_SCHEME_REGISTRATION: CustomScheme = {
  scheme: PAGE_SCHEME,
  privileges: { standard: true, secure: true, corsEnabled: true },
};

/**
 * The page's files by URL path, listed once. Other requests get nothing, and paths are never put together from a URL.
 * So no spelling of a path (`..`, encoded slashes, NUL, another drive) can reach another file. The documents of another
 * language than English are in a folder of their own.
 */
export function listPageFiles(folder: string, page: PageHost, language: Language = 'en'): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const name = isPasskeyPage(page) ? PASSKEY_DOCUMENT : DOCUMENTS[page];
  const document = language === 'en' ? name : `/${language}${name}`;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || CONTENT_TYPES[extname(entry.name)] === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    if (extname(path) !== '.html') files.set(path, file);
    else if (path === document) files.set('/', file);
  }
  return isPasskeyPage(page) ? namedFiles(files) : files;
}

/** Returns the files that the document names, and the fonts. Such a page fetches nothing later. */
function namedFiles(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const document = files.get('/');
  const text = document === undefined ? '' : readFileSync(document, 'utf8');
  const named = new Set(
    [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => new URL(name ?? '', 'file:///').pathname),
  );
  return new Map([...files].filter(([path]) => path === '/' || named.has(path) || extname(path) === '.woff2'));
}

/** Answers requests of the page's scheme from the list, all others with 404, always with the page's headers. */
export function createPageHandler(
  files: ReadonlyMap<string, string>,
  page: PageHost,
): (request: Pick<Request, 'method' | 'url'>) => Promise<Response> {
  const own = isPasskeyPage(page) ? PASSKEY_HEADERS : PAGE_HEADERS;
  return async ({ method, url }) => {
    const { pathname, search } = new URL(url);
    const file = method === 'GET' && isPageUrl(url, page) && search === '' ? files.get(pathname) : undefined;
    if (file === undefined) return new Response(null, { status: 404, headers: own });
    const headers = { ...own, 'Content-Type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream' };
    return new Response(new Uint8Array(await readFile(file)), { headers });
  };
}

/**
 * A page's files come from the program itself, under an address that no file or web page can have. `folder` is the built
 * renderer.
 *
 * Choice (pages-by-language): a change of the language holds from the next load of the page.
 */
export const pageProtocol = (folder: string, page: PageHost, language: () => Language): SecurityRule => ({
  name: 'page-protocol',
  reason: 'A page from file: could read every file of the operator. A page from the web would be somebody else’s.',
  item: 18,
  session(session) {
    const scheme = isPasskeyPage(page) ? 'https' : PAGE_SCHEME;
    const made = new Map<Language, ReturnType<typeof createPageHandler>>();
    session.protocol.handle(scheme, (request) => {
      const now = language();
      const handler = made.get(now) ?? createPageHandler(listPageFiles(folder, page, now), page);
      made.set(now, handler);
      return handler(request);
    });
  },
});
