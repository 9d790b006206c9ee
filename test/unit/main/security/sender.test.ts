import { describe, expect, it } from 'vitest';
import { PAGE_SCHEME, PAGE_URLS } from '../../../../electron/main/security/page-address.ts';
import { isOwnSender } from '../../../../electron/main/security/sender.ts';

const isKnown = (id: number) => id === 7;
const event = (senderFrame: { parent: unknown; url: string } | null, id = 7) => ({ sender: { id }, senderFrame });

describe('the sender of a call', () => {
  it('must be our page in the top frame of our window', () => {
    expect(isOwnSender(event({ parent: null, url: PAGE_URLS.app }), isKnown)).toBe(true);
  });

  it('must be the trusted window’s page for its messages, not the main page', () => {
    expect(isOwnSender(event({ parent: null, url: PAGE_URLS.trusted }), isKnown, 'trusted')).toBe(true);
    expect(isOwnSender(event({ parent: null, url: PAGE_URLS.app }), isKnown, 'trusted')).toBe(false);
  });

  it.for([
    ['a frame that is gone', event(null)],
    ['a frame inside the page', event({ parent: {}, url: PAGE_URLS.app })],
    ['a frame whose parent cannot be told', event({ parent: undefined, url: PAGE_URLS.app })],
    ['another page', event({ parent: null, url: 'https://example.com/' })],
    ['the trusted window', event({ parent: null, url: PAGE_URLS.trusted })],
    ['another host of our scheme', event({ parent: null, url: `${PAGE_SCHEME}://other/` })],
    ['another scheme with our host', event({ parent: null, url: 'evil://app/' })],
    ['a page without address', event({ parent: null, url: '' })],
    ['a blank page', event({ parent: null, url: 'about:blank' })],
    ['another window', event({ parent: null, url: PAGE_URLS.app }, 8)],
  ] as const)('is refused when it is %s', ([, refused]) => expect(isOwnSender(refused, isKnown)).toBe(false));
});
