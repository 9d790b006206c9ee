import { expect, test } from 'vitest';
import { describePayload } from '../../../../electron/crypto/index.ts';

test.each<[string, string, string]>([
  ['with an empty type', '', 'is empty: write a type'],
  ['with a blank before a type', ' uint256', 'has blanks around it: take them away'],
  [
    'with a list of 0 items',
    'uint256[0]',
    'is a list of 0 items: write [] for any number of items, or a number above 0',
  ],
  [
    'with a mapping',
    'mapping(address => uint256)',
    'is a mapping, which EIP-712 does not have: write a list of structs',
  ],
  ['with a mapping without its types', 'mapping', 'is mapping, which EIP-712 does not have: write a list of structs'],
  [
    'with a tuple',
    'tuple',
    'is tuple, which is not a type of EIP-712: declare the struct in types and write its name, or write uint8 for an enum',
  ],
  [
    'with an enum and its name',
    'enum Side',
    'is not written like a type: declare the struct in types and write its name, or write uint8 for an enum',
  ],
  ['with too many lists', `bool${'[]'.repeat(9)}`, 'has more than 8 lists in each other'],
])('typed data is refused %s', (_name, type, why) => {
  const payload = {
    types: { EIP712Domain: [], Thing: [{ name: 'a', type }] },
    primaryType: 'Thing',
    domain: {},
    message: { a: null },
  };
  const read = () => describePayload('PAYLOAD_ENCODING_EIP712', JSON.stringify(payload));
  expect(read).toThrow(`invalid payload: types.Thing: the type of a ${why}`);
});
