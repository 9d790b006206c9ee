import { describe, expect, it } from 'vitest';
import { createMasterKey, openMasterKey } from '../../../../electron/custody/keys/master-key.ts';

const key = (fill = 1) => new Uint8Array(32).fill(fill);

describe('a master key', () => {
  it('is proven by the sealed check value', () => {
    const { key: made, sealedCheck } = createMasterKey(key());
    expect(openMasterKey(key(), sealedCheck)).toEqual(made);
    expect(() => openMasterKey(key(2), sealedCheck)).toThrow(expect.objectContaining({ code: 'KEY_INVALID' }));
  });

  it('is a copy, so that what was given can be wiped', () => {
    const given = key();
    const { key: made, sealedCheck } = createMasterKey(given);
    given.fill(0);
    expect(made).toEqual(key());
    const opening = key();
    const opened = openMasterKey(opening, sealedCheck);
    opening.fill(0);
    expect(opened).toEqual(key());
  });
});
