import { isPageUrl, type PageHost } from './page-address.ts';
import type { SecurityRule } from './rule.ts';

/** The page loads its own files. A request to any other address is cancelled before a connection is made. */
export const requests = (page: PageHost, developerTools: boolean): SecurityRule => ({
  name: 'requests',
  reason:
    'A page that was taken over could send its contents to anywhere. The policy header alone does not cover every way.',
  item: 1,
  session(session) {
    session.webRequest.onBeforeRequest(({ url }, answer) => {
      const tools = developerTools && URL.canParse(url) && new URL(url).protocol === 'devtools:';
      answer({ cancel: !isPageUrl(url, page) && !tools });
    });
  },
});
