import type { WebContents } from 'electron';
import { isPageUrl, PAGE_URLS, type PageHost } from './page-address.ts';
import type { SecurityRule } from './rule.ts';

/** Keeps the page at its own address: blocks links, forms, `location`, redirects, frames and dropped files. */
export const navigation: SecurityRule = {
  name: 'navigation',
  reason: 'A page from elsewhere in our window would inherit the operator’s trust and the bridge to main.',
  item: 13,
  contents(contents: WebContents) {
    const keep = (details: { readonly url: string; preventDefault(): void }) => {
      const page = (Object.keys(PAGE_URLS) as PageHost[]).find((name) => isPageUrl(contents.getURL(), name));
      if (page === undefined || !isPageUrl(details.url, page)) details.preventDefault();
    };
    contents.on('will-navigate', keep);
    contents.on('will-redirect', keep);
    contents.on('will-frame-navigate', keep);
  },
};
