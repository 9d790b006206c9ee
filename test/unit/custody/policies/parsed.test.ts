import { expect, test } from 'vitest';
import { parsePart, parsePartOf } from '../../../../electron/custody/policies/parsed.ts';

/** A condition that takes about half a megabyte once it is parsed. */
const large = (name: string) => `['${name}'${", 'a'".repeat(3900)}].any(x, x == '${name}')`;

test('a text is parsed once for its organization, as long as it is kept', () => {
  const first = parsePart('condition', "activity.action == 'SIGN'", 'A');
  expect(parsePart('condition', "activity.action == 'SIGN'", 'A')).toBe(first);
  expect(parsePart('condition', "activity.action == 'SIGN'", 'B')).not.toBe(first);
});

test('an organization with more than its share takes nothing from another', () => {
  const kept = parsePart('condition', "activity.action == 'SIGN'", 'small');
  const own = parsePart('condition', "activity.action == 'SIGN'", 'large');
  for (let made = 0; made < 60; made += 1) parsePart('condition', large(`p${made}`), 'large');
  expect(parsePart('condition', "activity.action == 'SIGN'", 'small')).toBe(kept);
  expect(parsePart('condition', "activity.action == 'SIGN'", 'large')).not.toBe(own);
});

test('all organizations together keep at most four shares', () => {
  const first = parsePart('condition', "activity.action == 'SIGN'", 'first');
  for (const organization of ['1', '2', '3', '4', '5'])
    for (let made = 0; made < 30; made += 1) parsePart('condition', large(`p${made}`), organization);
  expect(parsePart('condition', "activity.action == 'SIGN'", 'first')).not.toBe(first);
});

test('the parts of a row are parsed once for the row, and anew for another text', () => {
  const row = { organizationId: 'A', condition: 'true', consensus: '', time: '' };
  expect(parsePartOf(row, 'condition')).toBe(parsePartOf(row, 'condition'));
  expect(parsePartOf({ ...row, condition: 'false' }, 'condition').text).toBe('false');
});

test('a text that cannot be read is refused each time', () => {
  for (let tried = 0; tried < 2; tried += 1) expect(() => parsePart('condition', 'activity.', 'A')).toThrow();
});
