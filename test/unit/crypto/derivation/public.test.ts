import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { deriveKey } from '../../../../electron/crypto/derivation/derivation.ts';
import { derivePublic } from '../../../../electron/crypto/derivation/public.ts';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';

const accountOf = (seed: Uint8Array) => {
  const { publicKey, chainCode } = HDKey.fromMasterSeed(seed).derive("m/84'/0'/0'");
  if (publicKey === null || chainCode === null) throw new Error('it has no public part');
  return { point: publicKey, chainCode };
};

test('public children are those of the private keys below the same account', () => {
  for (let byte = 1; byte <= 20; byte += 1) {
    const seed = new Uint8Array(32).fill(byte);
    const path = [byte % 2, byte * 1000, 0x7fff_ffff];
    const child = derivePublic(accountOf(seed), path) ?? new Uint8Array();
    expect(hexEncode(child)).toBe(deriveKey(seed, 'CURVE_SECP256K1', `m/84'/0'/0'/${path.join('/')}`).publicKey);
  }
});

test('the second vector of BIP-32 gives its first child', () => {
  const master = HDKey.fromExtendedKey(
    'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB',
  );
  const [point, chainCode] = [master.publicKey ?? new Uint8Array(), master.chainCode ?? new Uint8Array()];
  expect(hexEncode(derivePublic({ point, chainCode }, [0]) ?? new Uint8Array())).toBe(
    '02fc9e5af0ac8d9b3cecfe2a888e2117ba3d089d8585886c9c826b6b22a98d12ea',
  );
});

test('a hardened step, an invalid point and a short chain code give no key', () => {
  const node = accountOf(new Uint8Array(32).fill(1));
  expect(derivePublic(node, [0x8000_0000])).toBeNull();
  expect(derivePublic({ ...node, point: new Uint8Array(33).fill(2).fill(0xff, 1) }, [0])).toBeNull();
  expect(derivePublic({ ...node, point: hexDecode('02') }, [0])).toBeNull();
  expect(derivePublic({ ...node, chainCode: node.chainCode.subarray(1) }, [0])).toBeNull();
});
