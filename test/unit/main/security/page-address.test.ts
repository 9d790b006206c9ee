import { describe, expect, it } from 'vitest';
import { isPageUrl, PAGE_URL } from '../../../../electron/main/security/page-address.ts';

const OURS = PAGE_URL.slice(0, -1);
const SCHEME = PAGE_URL.slice(0, PAGE_URL.indexOf(':'));

describe('the address of the page', () => {
  it.for([[PAGE_URL], [`${OURS}/index.html`], [`${OURS}/assets/a.js#x`], [`${OURS}?x`]])('is %s', ([url]) =>
    expect(isPageUrl(url as string)).toBe(true),
  );

  it.for([
    ['', 'nothing'],
    ['about:blank', 'a blank page'],
    ['https://app/', 'another scheme'],
    [`${SCHEME}://other/`, 'another host'],
    [`${SCHEME}://app.evil/`, 'a longer host'],
    [`${OURS}:81/`, 'a port'],
    [`${SCHEME}://user@app/`, 'a user'],
    [`${SCHEME}x://app/`, 'a longer scheme'],
    [`${SCHEME}:app`, 'no authority'],
    ['file:///app/', 'a file'],
    [`https://evil/${OURS}/`, 'our address in a path'],
  ])('is not %s (%s)', ([url]) => expect(isPageUrl(url as string)).toBe(false));

  it('is told apart from schemes that share the opaque origin', () => {
    expect(new URL('evil://app/').origin).toBe(new URL(PAGE_URL).origin);
    expect(isPageUrl('evil://app/')).toBe(false);
  });
});
