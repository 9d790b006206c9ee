import { describe, expect, test } from 'vitest';
import { describePayload } from '../../../../electron/crypto/index.ts';
import { signing } from '../../../../electron/crypto/refusal.ts';
import vectors from '../../../vectors/eip-712.json' with { type: 'json' };

const { domain, types } = vectors.mail.data;
const describeOne = (type: string, value: unknown) =>
  signing(() =>
    describePayload(
      'PAYLOAD_ENCODING_EIP712',
      JSON.stringify({
        domain,
        types: { EIP712Domain: types.EIP712Domain, Thing: [{ name: 'value', type }] },
        primaryType: 'Thing',
        message: { value },
      }),
    ),
  );

describe('a wrong value gets its fault and the expected form', () => {
  const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  test.each<[string, unknown, string]>([
    ['string', 1, 'is the number 1 and must be text: write it in quotes'],
    ['string', null, 'is null and must be text: write it in quotes'],
    ['string', '\ud800', 'has half of a character (a lone surrogate), which UTF-8 cannot spell'],
    ['bool', 'true', 'is text and must be true or false, without quotes'],
    ['bool', 1, 'is the number 1 and must be true or false, without quotes'],
    ['address', 7, 'is the number 7 and must be an address: write it in quotes'],
    ['address', ADDRESS.slice(2), 'is not an address: it must begin with 0x'],
    ['address', `${ADDRESS}00`, 'is not an address: it has 42 digits after 0x and must have 40'],
    ['address', `0x${'z'.repeat(40)}`, 'is not an address: only hexadecimal digits may follow 0x'],
    ['address', `eth:${ADDRESS}`, 'has a chain before the address: write the address alone'],
    [
      'address',
      ADDRESS.replace('A', 'a'),
      'has the wrong checksum: a digit or the case of a letter was changed (EIP-55). Copy the address again, or write all letters in lower case',
    ],
    ['uint8', 256, 'is 256, which does not fit uint8: it takes 0 to 255'],
    ['uint8', '-1', 'is -1, which does not fit uint8: it takes 0 to 255'],
    ['int8', 128, 'is 128, which does not fit int8: it takes -128 to 127'],
    ['uint256', 2 ** 53, 'is a number beyond 2^53, which JSON does not keep: write it in quotes'],
    ['uint256', 1.5, 'is 1.5, which is not a whole number: write it in the smallest unit'],
    ['uint256', '1.5', 'has a fraction: write a whole number in the smallest unit'],
    ['uint256', ' ', 'is empty and must be a whole number'],
    ['uint256', ' 1', 'has blanks around the number: take them away'],
    ['uint256', '5n', 'ends with n, as in JavaScript: write the digits alone'],
    ['uint256', '1,000', 'has signs between its digits: write the digits alone'],
    ['uint256', '1_000', 'has signs between its digits: write the digits alone'],
    ['uint256', '1e18', 'has an exponent: write all of its digits'],
    ['uint256', 'eip155:1', 'has a name before the number: write the number alone'],
    ['uint256', 'mainnet', 'is a name and must be a whole number: write its number'],
    ['uint256', '0x', 'is not a whole number: 1 to 64 hexadecimal digits follow 0x, without a sign'],
    ['uint256', '1f', 'is not a whole number: write 0x before hexadecimal digits'],
    ['uint256', '1'.repeat(79), 'has more than 78 digits, and no type takes so many'],
    ['uint256', '1 + 1', 'is not a whole number: write decimal digits, or 0x and hexadecimal digits'],
    ['uint256', true, 'is the value true and must be a whole number'],
    ['bytes', 'aa', 'must begin with 0x'],
    ['bytes', '0xa', 'has an odd number of hexadecimal digits: a byte has two'],
    ['bytes', '0xzz', 'has a character after 0x that is not a hexadecimal digit'],
    ['bytes', [], 'is a list and must be bytes: write 0x and hexadecimal digits in quotes'],
    ['bytes4', '0xaabb', 'has 2 bytes and must have 4: 0x and 8 hexadecimal digits'],
  ])('%s: %j', (type, value, why) => {
    expect(() => describeOne(type, value)).toThrow(`invalid payload: message.value ${why}. Nothing was signed.`);
  });
});
