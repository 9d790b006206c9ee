import { describe, expect, it } from 'vitest';
import { hasOutline } from '../../../../electron/crypto/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';

const tron = (digits: string) => hasOutline('TRANSACTION_TYPE_TRON', hexDecode(digits));

describe('the outline of a transaction of Ethereum', () => {
  it.each([
    ['a list', `db800182520894${'ab'.repeat(20)}80`, true],
    ['a list behind a type', `7bdb800182520894${'ab'.repeat(20)}80`, true],
    ['a list behind two', '7802c480808080', true],
    ['a list behind three', '780202c480808080', false],
    ['a list that ends too early', 'c48080808080', false],
    ['a list of three items', 'c3808080', false],
    ['a string', '8401020304', false],
    ['a long list', `f83a${'80'.repeat(58)}`, true],
    ['a list with more items than a reader takes', `fa003000${'80'.repeat(0x3000)}`, true],
    ['nothing', '', false],
    ['a transaction of Tempo', '76c480808080', false],
    ['an item longer than its list', 'c4b8808080', false],
  ])('%s', (_what, digits, is) => {
    expect(hasOutline('TRANSACTION_TYPE_ETHEREUM', hexDecode(digits))).toBe(is);
  });

  it.each(['hello', 'Àab', 'pay me €5', '\u0019Ethereum Signed Message:\n5hello'])('is not in %j', (text) => {
    expect(hasOutline('TRANSACTION_TYPE_ETHEREUM', utf8Encode(text))).toBe(false);
  });
});

it('the outline of what Tempo signs is a list, also of a fee payer, and what an access key signs', () => {
  const tempo = (digits: string) => hasOutline('TRANSACTION_TYPE_TEMPO', hexDecode(digits));
  expect(['76c480808080', '78c480808080', `04${'ab'.repeat(52)}`].map(tempo)).toEqual([true, true, true]);
  expect(['02c480808080', `04${'ab'.repeat(51)}`, '76', '76c0'].map(tempo)).toEqual([false, false, false, false]);
});

describe('the outline of a transaction of Tron', () => {
  it('is a contract with a parameter, among fields of any kind and number', () => {
    expect(tron('5a021200')).toBe(true);
    expect(tron(`0a01aa09${'00'.repeat(8)}2d00000000f80101fb01fc015a0408011200`)).toBe(true);
    expect(tron('5a8200020812')).toBe(false);
    expect(tron('5a82001200')).toBe(true);
  });

  it('is not in a message without one, nor in bytes that are no message', () => {
    for (const digits of ['', '0a01aa', '5a020a00', '5a0412', '5a021201', '0712', `80${'80'.repeat(12)}`, '00'])
      expect(tron(digits)).toBe(false);
  });
});

it('Bitcoin has none beside what its reader takes, and a list of RLP is none of Solana', () => {
  expect(hasOutline('TRANSACTION_TYPE_SOLANA', hexDecode('c480808080'))).toBe(false);
  expect(hasOutline('TRANSACTION_TYPE_BITCOIN', hexDecode('c480808080'))).toBe(false);
});

const KEYS = '11'.repeat(32 * 3);
it.each<[string, string, boolean]>([
  ['a message with a byte behind it', `01000102${KEYS}0000`, true],
  ['a message of a version to come', `8201000102${KEYS}00`, true],
  ['a message of the layout of version 1', `81010001${'00'.repeat(37)}02${KEYS}`, true],
  ['a message without its keys', '01000102', false],
  ['a header that counts more keys than there are', `02000102${KEYS}`, false],
  ['a header whose signers are all read-only', `01010102${KEYS}`, false],
  ['a digest', 'ab'.repeat(32), false],
  ['an off-chain message', `ff${hexEncode(utf8Encode('solana offchain'))}01${KEYS}`, false],
  ['a text', hexEncode(utf8Encode('I own this account. '.repeat(9))), false],
])('the outline of a Solana message: %s', (_name, digits, is) => {
  expect(hasOutline('TRANSACTION_TYPE_SOLANA', hexDecode(digits))).toBe(is);
});
