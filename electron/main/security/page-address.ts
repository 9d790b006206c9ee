/** The scheme of our pages: registered as standard and secure, known to nothing outside this program. */
export const PAGE_SCHEME = 'castellan';

/** The start address of each page. Each has its own host, and so its own origin. */
export const PAGE_URLS = { app: 'castellan://app/', trusted: 'castellan://trusted/' } as const;

/** The page for the passkeys of a relying party. An authenticator answers only the party’s own origin. */
export type PasskeyUrl = `https://${string}/`;
export type PageHost = keyof typeof PAGE_URLS | PasskeyUrl;

export const isPasskeyPage = (page: PageHost): page is PasskeyUrl => page.startsWith('https:');

/**
 * Returns true for a URL of that page. Compares scheme and host and not `origin`: Node gives every custom scheme the
 * origin "null", so that any other scheme would pass for ours. A URL that does not parse is not ours.
 */
export function isPageUrl(text: string, page: PageHost): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const own = new URL(isPasskeyPage(page) ? page : PAGE_URLS[page]);
  return url.protocol === own.protocol && url.host === own.host && url.username === '' && url.password === '';
}
