/** The scheme and host of the page: registered as standard and secure, known to nothing outside this program. */
export const PAGE_SCHEME = 'castellan';
export const PAGE_HOST = 'app';
export const PAGE_URL = `${PAGE_SCHEME}://${PAGE_HOST}/`;

/**
 * Whether the URL is of our page. Compares scheme and host and not `origin`: Node gives every custom scheme the
 * origin "null", so that any other scheme would pass for ours. Anything that does not parse is not ours.
 */
export function isPageUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === `${PAGE_SCHEME}:` && url.host === PAGE_HOST && url.username === '' && url.password === '';
}
