import { describe, expect, test } from 'vitest';
import { findFormatsOf } from '../../electron/crypto/addresses/index.ts';
import { ADDRESS_TABLE, addressOf } from '../../electron/crypto/index.ts';
import { ADDRESS_FORMATS, type AddressFormat } from '../../shared/model/index.ts';
import addresses from './addresses.json' with { type: 'json' };
import bip49 from './bip-49.json' with { type: 'json' };
import bip84 from './bip-84.json' with { type: 'json' };
import bip86 from './bip-86.json' with { type: 'json' };
import bip173 from './bip-173.json' with { type: 'json' };
import bip350 from './bip-350.json' with { type: 'json' };

const normalize = (format: string, address: string) => ADDRESS_TABLE[format as AddressFormat].normalize(address);
const BITCOIN = ADDRESS_FORMATS.filter((format) => format.startsWith('ADDRESS_FORMAT_BITCOIN_'));

test.each(addresses.accounts)('$format is usually derived at $path and reads its own spelling', (account) => {
  const rule = ADDRESS_TABLE[account.format as AddressFormat];
  expect(rule.defaultPath).toBe(account.path);
  expect(rule.curves[0]).toBe(account.curve);
  expect(rule.normalize(account.address)).toBe(account.address);
});

test.each(addresses.ton)(
  'the wallet of $format, in both friendly forms',
  ({ format, publicKey, address, bounceable }) => {
    expect(addressOf(format as AddressFormat, publicKey)).toBe(address);
    expect(normalize(format, bounceable)).toBe(address);
  },
);

test.each([...bip84.addresses, ...bip86.addresses])('$format $address', ({ format, publicKey, address }) => {
  expect(addressOf(format as AddressFormat, publicKey)).toBe(address);
  expect(findFormatsOf(address)).toEqual([format]);
});

test('BIP-49: an address of another script is also read', () => {
  expect(findFormatsOf(bip49.address)).toEqual([
    'ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH',
    'ADDRESS_FORMAT_BITCOIN_SIGNET_P2SH',
    'ADDRESS_FORMAT_BITCOIN_REGTEST_P2SH',
  ]);
});

describe('BIP-350', () => {
  test.each(bip350.valid)('$address pays $script', ({ address, script }) => {
    const kind = { '0014': 'P2WPKH', '0020': 'P2WSH', '5120': 'P2TR' }[script.slice(0, 4)];
    const networks = address.toLowerCase().startsWith('tb') ? ['TESTNET', 'SIGNET'] : ['MAINNET'];
    const formats = kind === undefined ? [] : networks.map((network) => `ADDRESS_FORMAT_BITCOIN_${network}_${kind}`);
    expect(findFormatsOf(address)).toEqual(formats);
    for (const format of formats) expect(normalize(format, address)).toBe(address.toLowerCase());
  });

  test.each(bip350.invalid)('$address is refused: $reason', ({ address }) => {
    for (const format of BITCOIN) expect(normalize(format, address)).toBe(null);
  });
});

describe('BIP-173', () => {
  test.each(bip173.valid)('$address is valid for witness version 0 alone', ({ address, script }) => {
    const formats = BITCOIN.filter((format) => normalize(format, address) !== null);
    expect(formats.length > 0).toBe(script.startsWith('00'));
  });

  test.each(bip173.invalid)('$address is refused: $reason', ({ address }) => {
    for (const format of BITCOIN) expect(normalize(format, address)).toBe(null);
  });
});
