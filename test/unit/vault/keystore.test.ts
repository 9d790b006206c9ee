import { beforeAll, describe, expect, test } from 'vitest';
import type { InputOf, OutputOf, VaultMessages } from '../../../shared/processes/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { createStarted } from './harness.ts';

type Header = OutputOf<VaultMessages, 'openKeystore'>['header'];

const passphrase = () => utf8Encode('correct horse battery staple');
const refused = (code: string) => expect.objectContaining({ code });

/** Made once: each opening costs half a second on purpose. */
let header: Header;
let kept: OutputOf<VaultMessages, 'createKey'>;
let target: OutputOf<VaultMessages, 'createKey'>;

beforeAll(async () => {
  const vault = await createStarted();
  header = (await vault.ask('openKeystore', { passphrase: passphrase(), header: null })).header;
  kept = await vault.ask('createKey', { id: 'a', purpose: 'stamp', sealed: true });
  target = await vault.ask('createKey', { id: 'b', purpose: 'target', sealed: true });
});

async function opened() {
  const vault = await createStarted();
  await vault.ask('openKeystore', { passphrase: passphrase(), header });
  return vault;
}

const load = (changes: Partial<InputOf<VaultMessages, 'loadKey'>> = {}): InputOf<VaultMessages, 'loadKey'> => ({
  id: 'a',
  purpose: 'stamp',
  sealed: true,
  publicKey: kept.publicKey,
  stored: kept.stored.slice(),
  ...changes,
});

test('the header costs 2^17 and its salt is random', async () => {
  expect(header).toMatchObject({ kdf: 'scrypt', n: 2 ** 17, r: 8, p: 1 });
  const other = await (await createStarted()).ask('openKeystore', { passphrase: passphrase(), header: null });
  expect(other.header.salt).not.toEqual(header.salt);
});

test('another vault opens the keys with the same passphrase', async () => {
  const vault = await opened();
  expect(await vault.ask('loadKey', load())).toEqual({ publicKey: kept.publicKey });
  expect(
    await vault.ask(
      'loadKey',
      load({ id: 'b', purpose: 'target', publicKey: target.publicKey, stored: target.stored.slice() }),
    ),
  ).toEqual({
    publicKey: target.publicKey,
  });
});

describe('is refused', () => {
  test('another passphrase, and nothing can be loaded then', async () => {
    const vault = await createStarted();
    await expect(vault.ask('openKeystore', { passphrase: utf8Encode('wrong'), header })).rejects.toThrowError(
      refused('PASSPHRASE_WRONG'),
    );
    await expect(vault.ask('loadKey', load())).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  });

  test('a wrong passphrase after the right one, which stays in force', async () => {
    const vault = await opened();
    await expect(vault.ask('openKeystore', { passphrase: utf8Encode('wrong'), header })).rejects.toThrowError(
      refused('PASSPHRASE_WRONG'),
    );
    await vault.ask('loadKey', load());
  });

  test('an empty passphrase', async () => {
    await expect(
      (await createStarted()).ask('openKeystore', { passphrase: new Uint8Array(0), header: null }),
    ).rejects.toThrowError(refused('INVALID_INPUT'));
  });

  test('a header with another salt or check', async () => {
    const vault = await createStarted();
    const changed = { ...header, salt: new Uint8Array(32) };
    await expect(vault.ask('openKeystore', { passphrase: passphrase(), header: changed })).rejects.toThrowError(
      refused('PASSPHRASE_WRONG'),
    );
    const cut = { ...header, check: header.check.slice(1) };
    await expect(vault.ask('openKeystore', { passphrase: passphrase(), header: cut })).rejects.toThrowError(
      refused('PASSPHRASE_WRONG'),
    );
  });

  test.each([
    ['cheaper than the least', { n: 2 ** 16 }],
    ['dearer than this machine should pay', { n: 2 ** 21 }],
    ['of another shape', { r: 16 }],
  ])('a header %s', async (_name, change) => {
    const changed = { ...header, ...change } as Header;
    await expect(
      (await createStarted()).ask('openKeystore', { passphrase: passphrase(), header: changed }),
    ).rejects.toThrowError(refused('INVALID_INPUT'));
  });

  test('a sealed key under another name or purpose, or changed', async () => {
    const vault = await opened();
    const flipped = kept.stored.slice();
    flipped[20] = flipped[20]! ^ 1;
    for (const changes of [
      { id: 'c' },
      { purpose: 'target' as const },
      { stored: flipped },
      { stored: target.stored.slice() },
    ]) {
      await expect(vault.ask('loadKey', load(changes))).rejects.toThrowError(refused('KEYSTORE_CORRUPT'));
    }
  });
});
