import { describe, expect, test } from 'vitest';
import { canReceive, receiveWords } from '../../../../renderer/words/receive.ts';
import { ADDRESS_FORMATS, formatFacts } from '../../../../shared/model/index.ts';

const account = (addressFormat: string, caip2Prefix = formatFacts(addressFormat)?.caip2Prefix ?? null) => ({
  addressFormat,
  caip2Prefix,
});
const words = (addressFormat: string) => receiveWords(account(addressFormat)).join(' ');

describe('the words beside an address to receive at', () => {
  test('name the chain or its coin for every format of a chain', () => {
    const formats = ADDRESS_FORMATS.filter((format) => canReceive(account(format)));
    expect(formats.filter((format) => !words(format).startsWith('For '))).toEqual([]);
    expect(formats.length).toBeGreaterThan(30);
  });

  test('a bare key has no receiving address', () => {
    expect(ADDRESS_FORMATS.filter((format) => !canReceive(account(format)))).toEqual([
      'ADDRESS_FORMAT_UNCOMPRESSED',
      'ADDRESS_FORMAT_COMPRESSED',
    ]);
  });

  test('an Ethereum address is the same on every EVM chain', () =>
    expect(words('ADDRESS_FORMAT_ETHEREUM')).toContain('The address is the same on all of them.'));

  test('a test network is named as one, without the pitfalls of real coins', () => {
    expect(words('ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR')).toBe(
      'For Bitcoin signet only, a test network. Its coins have no value.',
    );
    expect(words('ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR')).toContain('cannot pay a Taproot address');
  });

  test('for chains with memos, the text says that none is needed', () => {
    for (const format of ['COSMOS', 'XLM', 'TON_V4R2', 'XRP'])
      expect(words(`ADDRESS_FORMAT_${format}`)).toMatch(/no (memo|destination tag): this account needs none/);
  });

  test('a format of a newer service has the chain that the service reports', () => {
    const newer = account('ADDRESS_FORMAT_NEWER', 'eip155');
    expect(canReceive(newer)).toBe(true);
    expect(receiveWords(newer)[0]).toBe('For Ethereum only, by the service.');
    expect(canReceive(account('ADDRESS_FORMAT_NEWER', null))).toBe(false);
  });
});
