import { describe, expect, it } from 'vitest';
import { createMasterKey, openMasterKey } from '../../../../electron/custody/keys/master-key.ts';

const key = (fill = 1) => ({ kind: 'key', key: new Uint8Array(32).fill(fill) }) as const;
const passphrase = (text = 'correct horse') =>
  ({ kind: 'passphrase', passphrase: new TextEncoder().encode(text) }) as const;

describe('a master key', () => {
  it('from the keychain is proven by the sealed check value', async () => {
    const { key: made, row } = await createMasterKey(key());
    expect(row).toMatchObject({ kind: 'key', salt: null, n: null, r: null, p: null });
    expect(await openMasterKey(key(), row)).toEqual(made);
    await expect(openMasterKey(key(2), row)).rejects.toMatchObject({ code: 'KEY_INVALID' });
  });

  it('from a passphrase is derived with a salt of its own and at least 128 MiB', async () => {
    const { key: made, row } = await createMasterKey(passphrase());
    expect(row).toMatchObject({ kind: 'passphrase', n: 2 ** 17, r: 8, p: 1 });
    expect(row.salt).toHaveLength(32);
    expect(await openMasterKey(passphrase(), row)).toEqual(made);
    await expect(openMasterKey(passphrase('correct horse '), row)).rejects.toMatchObject({ code: 'PASSPHRASE_WRONG' });
    const other = await createMasterKey(passphrase());
    expect(other.key).not.toEqual(made);
  });

  it('is not asked for in another way than it was made', async () => {
    const fromKey = await createMasterKey(key());
    const fromPassphrase = await createMasterKey(passphrase());
    await expect(openMasterKey(passphrase(), fromKey.row)).rejects.toMatchObject({ code: 'KEY_STORE_CHANGED' });
    await expect(openMasterKey(key(), fromPassphrase.row)).rejects.toMatchObject({ code: 'KEY_STORE_CHANGED' });
  });

  it('is a copy, so that what was given can be wiped', async () => {
    const given = key();
    const { key: made, row } = await createMasterKey(given);
    given.key.fill(0);
    expect(made).toEqual(new Uint8Array(32).fill(1));
    expect(JSON.stringify(row)).not.toContain('1,1,1,1');
  });
});
