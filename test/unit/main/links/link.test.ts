import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkIn, readLink } from '../../../../electron/main/links/link.ts';
import { createOpenedPlaces } from '../../../../electron/main/links/opened.ts';
import { LINK_PLACES } from '../../../../shared/ipc/index.ts';
import { fuzzRuns } from '../../../fuzz/seed.ts';

const ID = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';

describe('a link', () => {
  it.each([
    ['castellan:inbox', { place: 'inbox', item: null }],
    [`castellan:activities/${ID}`, { place: 'activities', item: ID }],
    ['castellan:organization/ending-keys', { place: 'organization', item: 'ending-keys' }],
    ['castellan:accounts/private-keys', { place: 'accounts', item: 'private-keys' }],
    ['castellan:webhooks/bench', { place: 'webhooks', item: 'bench' }],
    ['castellan:station', { place: 'station', item: null }],
  ])('%s opens a place', (link, destination) => {
    expect(readLink(link)).toEqual({ destination });
  });

  it.each([
    ['castellan://app/', 'it names a host'],
    ['castellan:/inbox', 'it names a host'],
    ['castellan:inbox?act=sign', 'it has a query or a fragment'],
    ['castellan:inbox#x', 'it has a query or a fragment'],
    ['castellan:inbox%2F..', 'it has a character that no link has'],
    ['castellan:in\u202ebox', 'it has a character that no link has'],
    ['castellan:inbox\n', 'it has a character that no link has'],
    ['castellan:', 'it names no place of the window'],
    ['castellan:connect', 'it names no place of the window'],
    ['castellan:constructor', 'it names no place of the window'],
    ['castellan:INBOX', 'it names no place of the window'],
    ['castellan:inbox/1', 'its place has no items'],
    ['castellan:inbox/', 'its place has no items'],
    ['castellan:activities/1', 'its item is not an id'],
    ['castellan:settings/Keys', 'its item is not the name of a section'],
    ['castellan:settings/keys/1', 'it has more than a place and an item'],
    ['CASTELLAN:inbox', 'it has another scheme'],
    [`castellan:settings/${'a'.repeat(200)}`, 'it is longer than 200 characters'],
  ])('%j is refused by name', (link, refused) => {
    expect(readLink(link)).toEqual({ refused });
  });

  it('of any text opens a listed place or is refused, and the reason never repeats the text', () => {
    const piece = fc.constantFrom('castellan:', 'inbox', '/', '..', '?', '#', '%', ID, 'settings', '--no-sandbox', ' ');
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(piece, fc.string({ maxLength: 3 }))).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (given) => {
        const read = readLink(given);
        if ('refused' in read) {
          expect(read.refused).toMatch(/^its? [a-z0-9 :]+$/);
          return;
        }
        const { place, item } = read.destination;
        expect(Object.keys(LINK_PLACES)).toContain(place);
        expect(given).toBe(item === null ? `castellan:${place}` : `castellan:${place}/${item}`);
      }),
      { numRuns: fuzzRuns(10) },
    );
  });

  it('of the guide opens its place', () => {
    const guide = readFileSync(new URL('../../../../docs/guide/settings.md', import.meta.url), 'utf8');
    const links = [...guide.matchAll(/`(castellan:[^`]+)`/g)].map(([, link = '']) => link.replace('ID', ID));
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) expect(readLink(link), link).toHaveProperty('destination');
  });

  it('is found among the arguments of a start', () => {
    expect(linkIn(['/usr/lib/castellan', '--', 'castellan:inbox'])).toBe('castellan:inbox');
    expect(linkIn(['/usr/lib/castellan', '--', '--offline'])).toBeNull();
  });
});

describe('the requests from outside', () => {
  it('are taken once, the last one alone, and a refused link by its reason', () => {
    let changed = 0;
    const opened = createOpenedPlaces(() => {
      changed += 1;
    });
    opened.show('tray', { place: 'inbox', item: null });
    opened.follow('castellan://trusted/');
    expect(opened.take()).toEqual({ from: 'link', destination: null, isSearch: false, refusal: 'it names a host' });
    expect(opened.take()).toBeNull();
    opened.follow('castellan:audit');
    const audit = { place: 'audit', item: null };
    expect(opened.take()).toEqual({ from: 'link', destination: audit, isSearch: false, refusal: '' });
    opened.search();
    expect(opened.take()).toEqual({ from: 'tray', destination: null, isSearch: true, refusal: '' });
    expect(changed).toBe(4);
  });
});
