import { describe, expect, test } from 'vitest';
import { ADDRESS_FORMATS, CURVES } from '../../../shared/model/index.ts';
import type { InputOf, VaultMessages } from '../../../shared/processes/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { createStarted, holds } from './harness.ts';

type Input = InputOf<VaultMessages, 'deriveAddress'>;

const JUNK = 'test test test test test test test test test test test junk';
const input = (change: Partial<Omit<Input, 'mnemonic'>> = {}, words = JUNK): Input => ({
  mnemonic: utf8Encode(words),
  curve: 'CURVE_SECP256K1',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  ...change,
});
const isWiped = ({ mnemonic }: Input) => mnemonic.every((byte) => byte === 0);

describe('an address of a mnemonic', () => {
  test.each<[string, Partial<Input>, string, string]>([
    [
      'Ethereum',
      {},
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75',
    ],
    [
      'Solana',
      { curve: 'CURVE_ED25519', path: "m/44'/501'/0'/0'", addressFormat: 'ADDRESS_FORMAT_SOLANA' },
      'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
      '0bf32b9f0db09672038fea36139b18f98a5f0149ef4ce0332e44b9a77e83c22d',
    ],
    [
      'Taproot',
      { path: "m/86'/0'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR' },
      'bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l',
      '0250f965babcdfb8cd90a525204eaf86d729a4e9602da42217e525b13142a108da',
    ],
  ])('is the published one: %s', async (_name, change, address, publicKey) => {
    const vault = await createStarted();
    const asked = input(change);
    expect(await vault.ask('deriveAddress', asked)).toEqual({ address, publicKey });
    expect(isWiped(asked)).toBe(true);
    expect(holds(vault, utf8Encode(JUNK))).toBe(false);
  });

  test.each([
    ['Spanish', `${'ábaco '.repeat(11)}abierto`],
    ['Japanese', `${'あいこくしん\u3000'.repeat(11)}あおぞら`],
  ])('of words in %s', async (_name, words) => {
    const vault = await createStarted();
    expect(await vault.ask('deriveAddress', input({}, words))).toMatchObject({
      address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    });
  });

  test('is derived for each valid pair of curve and format, and for no other', async () => {
    const vault = await createStarted();
    const outcomes: string[] = [];
    for (const addressFormat of ADDRESS_FORMATS) {
      const curves: string[] = [];
      for (const curve of CURVES) {
        const derived = await vault
          .ask('deriveAddress', input({ addressFormat, curve, path: "m/0'" }))
          .catch((error: Error) => error.message);
        if (typeof derived !== 'string') curves.push(curve);
        else expect(derived).toContain(`Addresses of format ${addressFormat} are not derived from ${curve} keys.`);
      }
      expect(curves.length, addressFormat).toBeGreaterThan(0);
      outcomes.push(...curves);
    }
    expect(new Set(outcomes)).toEqual(new Set(CURVES));
  });
});

describe('an unusable mnemonic is wiped and not repeated', () => {
  test.each<[string, Partial<Input>, string, RegExp]>([
    ['a wrong word', {}, JUNK.replace('junk', 'junkyard'), /mnemonic/],
    ['a wrong checksum', {}, JUNK.replace('junk', 'test'), /mnemonic/],
    ['too few words', {}, 'test junk', /mnemonic/],
    ['nothing', {}, ' ', /mnemonic/],
    ['a path that is none', { path: '44/60' }, JUNK, /invalid path/],
    ['a path with a huge number', { path: "m/99999999999'" }, JUNK, /invalid path/],
    [
      'an unhardened path of Ed25519',
      { curve: 'CURVE_ED25519', path: "m/44'/501'/0", addressFormat: 'ADDRESS_FORMAT_SOLANA' },
      JUNK,
      /hardened segments/,
    ],
    ['a curve that the format is not made of', { curve: 'CURVE_P256' }, JUNK, /not derived from CURVE_P256 keys/],
  ])('%s', async (_name, change, words, message) => {
    const vault = await createStarted();
    const asked = input(change, words);
    const error = await vault.ask('deriveAddress', asked).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(message) });
    expect((error as Error).message).not.toMatch(/junk|test/);
    expect(isWiped(asked)).toBe(true);
    expect(holds(vault, utf8Encode(JUNK))).toBe(false);
  });

  test('also when the message is malformed', async () => {
    const vault = await createStarted();
    const asked = { ...input(), curve: 'CURVE_448' } as unknown as Input;
    await expect(vault.ask('deriveAddress', asked)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(isWiped(asked)).toBe(true);
  });
});
