import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { derivePublic } from '../../../../electron/crypto/derivation/public.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';

test('public children are those of @scure/bip32', () => {
  for (let byte = 1; byte <= 20; byte += 1) {
    const { publicKey, chainCode } = HDKey.fromMasterSeed(new Uint8Array(32).fill(byte)).derive("m/84'/0'/0'");
    if (publicKey === null || chainCode === null) throw new Error('it has no public part');
    const path = [byte % 2, byte * 1000, 0x7fff_ffff];
    const theirs = path.reduce((node, index) => node.deriveChild(index), new HDKey({ publicKey, chainCode }));
    const child = derivePublic({ point: publicKey, chainCode }, path);
    expect(hexEncode(child?.point ?? new Uint8Array())).toBe(hexEncode(theirs.publicKey ?? new Uint8Array(1)));
    expect(hexEncode(child?.chainCode ?? new Uint8Array())).toBe(hexEncode(theirs.chainCode ?? new Uint8Array(1)));
  }
});

test('a hardened step and an invalid point give no key', () => {
  const { publicKey, chainCode } = HDKey.fromMasterSeed(new Uint8Array(32).fill(1));
  if (publicKey === null || chainCode === null) throw new Error('it has no public part');
  expect(derivePublic({ point: publicKey, chainCode }, [0x8000_0000])).toBeNull();
  expect(derivePublic({ point: new Uint8Array(33).fill(2).fill(0xff, 1), chainCode }, [0])).toBeNull();
});
