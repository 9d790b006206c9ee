import { expect, it } from 'vitest';
import { uuidV7, walletUuid } from '../../../electron/custody/identifiers.ts';

it('activity ids are version 7: the time in front, so that later ones sort behind', () => {
  const id = uuidV7(0x019660f7801d);
  expect(id).toMatch(/^019660f7-801d-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(uuidV7(0x019660f7801d)).not.toBe(id);
  expect(uuidV7(0x019660f7801e) > id).toBe(true);
});

it('wallet ids have the form of version 5 and follow from organization and activity', () => {
  const id = walletUuid('organization', 'activity');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(walletUuid('organization', 'activity')).toBe(id);
  expect(walletUuid('organization', 'another')).not.toBe(id);
});
