import { describe, expect, it } from 'vitest';
import { isPageUrl, PAGE_URLS } from '../../../../electron/main/security/page-address.ts';

const OURS = PAGE_URLS.app.slice(0, -1);
const SCHEME = PAGE_URLS.app.slice(0, PAGE_URLS.app.indexOf(':'));

describe('the address of the page', () => {
  it.for([[PAGE_URLS.app], [`${OURS}/index.html`], [`${OURS}/assets/a.js#x`], [`${OURS}?x`]])('is %s', ([url]) =>
    expect(isPageUrl(url as string, 'app')).toBe(true),
  );

  it.for([
    ['', 'nothing'],
    ['about:blank', 'a blank page'],
    ['https://app/', 'another scheme'],
    [`${SCHEME}://other/`, 'another host'],
    [PAGE_URLS.trusted, 'the trusted window’s'],
    [`${SCHEME}://app.evil/`, 'a longer host'],
    [`${OURS}:81/`, 'a port'],
    [`${SCHEME}://user@app/`, 'a user'],
    [`${SCHEME}x://app/`, 'a longer scheme'],
    [`${SCHEME}:app`, 'no authority'],
    ['file:///app/', 'a file'],
    [`https://evil/${OURS}/`, 'our address in a path'],
  ])('is not %s (%s)', ([url]) => expect(isPageUrl(url as string, 'app')).toBe(false));

  it('is distinguished from schemes that share the opaque origin', () => {
    expect(new URL('evil://app/').origin).toBe(new URL(PAGE_URLS.app).origin);
    expect(isPageUrl('evil://app/', 'app')).toBe(false);
  });
});
