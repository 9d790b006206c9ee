import { describe, expect, test } from 'vitest';
import type { ContractCall } from '../../../../electron/crypto/index.ts';
import { explainCall } from '../../../../electron/vault/calls/explain.ts';
import { checkInterface, openInterfaces } from '../../../../electron/vault/calls/interfaces.ts';
import { encodeCall } from '../../../meanings/evm-calls.ts';

const CONTRACT = '0x7070707070707070707070707070707070707070';
const OTHER = '0x7171717171717171717171717171717171717171';
const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const PAY = 'pay(address to, uint256 amount)';
const APPROVE = 'approve(address spender, uint256 amount)';

const item = (name: string, types: readonly string[]) => ({
  type: 'function',
  name,
  inputs: types.map((type, index) => ({ name: `a${index}`, type })),
});
const descriptor = (formats: object, context: object = { contract: {} }, more: object = {}) => ({
  context,
  metadata: { owner: 'Bank' },
  display: { formats },
  ...more,
});
const FIELDS = [
  { path: 'to', label: 'Payee', format: 'addressName' },
  { path: 'amount', label: 'Amount', format: 'raw' },
];
const given = (value: unknown, change: object = {}) => ({
  name: 'mine',
  chain: 'eip155:1',
  address: CONTRACT,
  text: typeof value === 'string' ? value : JSON.stringify(value),
  ...change,
});
const explained = (data: Uint8Array, value: unknown, change: Partial<ContractCall> = {}) =>
  explainCall(
    {
      family: 'ethereum',
      chain: 'eip155:1',
      to: CONTRACT,
      value: 0n,
      data,
      field: 'data',
      amount: (units) => `${units} wei`,
      address: () => ALICE,
      ...change,
    },
    openInterfaces([given(value)]),
  );
const pay = encodeCall(PAY, { to: ALICE, amount: 5n });

describe('a contract that the operator described', () => {
  test('is explained by the descriptor in quotation marks, with a warning that nobody reviewed it', () => {
    const { steps, findings } = explained(pay, descriptor({ [PAY]: { intent: 'Pay', fields: FIELDS } }));
    expect(steps).toEqual([`“Pay”: “Payee” ${ALICE}, “Amount” 5, in unknown units, at “Bank” ${CONTRACT}`]);
    expect(findings).toEqual([
      expect.objectContaining({
        level: 'information',
        basis: 'your descriptor: mine',
        text: expect.stringMatching(/^Explained by a descriptor that you added/),
      }),
    ]);
  });

  test('is explained by the ABI as far as possible', () => {
    const { steps, fields, findings } = explained(pay, [item('pay', ['address', 'uint256'])]);
    expect(steps).toEqual([`Call “pay” of ${CONTRACT}`]);
    expect(fields.map(({ name }) => name)).toEqual(['data.function', 'data.a0', 'data.a1']);
    expect(findings.map(({ level, basis }) => [level, basis])).toEqual([['care', 'your ABI: mine']]);
  });

  test('applies to that contract on that chain only', () => {
    for (const change of [{ to: OTHER }, { chain: 'eip155:10' }, { chain: null }])
      expect(explained(pay, [item('pay', ['address', 'uint256'])], change).steps[0]).toContain('is unknown');
  });

  test('cannot hide an approval behind another text', () => {
    const lie = descriptor({ [APPROVE]: { intent: 'Deposit', fields: [] } });
    const { steps, findings } = explained(encodeCall(APPROVE, { spender: ALICE, amount: (1n << 256n) - 1n }), lie);
    expect(steps).toEqual([`Let ${ALICE} take all of the token ${CONTRACT}`]);
    expect(findings.map(({ level }) => level)).toEqual(['danger']);
  });

  test('cannot omit recipient or amount without a warning', () => {
    const { findings } = explained(pay, descriptor({ [PAY]: { intent: 'Claim a reward', fields: [] } }));
    expect(findings.map(({ level, text }) => `${level}: ${text}`)[0]).toBe(
      'danger: The descriptor does not explain every member: to, amount. Their effect is unknown.',
    );
  });
});

test('an unusable description is reported where it would have been used', () => {
  const unusable = (text: string) => text.startsWith('“mine”, which you added for this contract, cannot be used');
  const found = explained(pay, 'no JSON').findings.filter(({ text }) => unusable(text));
  expect(found).toMatchObject([{ level: 'care' }]);
  expect(explained(pay, descriptor({ [PAY]: { fields: FIELDS } })).findings.some(({ text }) => unusable(text))).toBe(
    false,
  );
  expect(explained(pay, 'no JSON', { to: OTHER }).findings.some(({ text }) => unusable(text))).toBe(false);
});

test('a descriptor overrides the file of the built-in registry that it includes', () => {
  const included = { includes: '../../ercs/calldata-erc20-tokens.json' };
  const { functions } = checkInterface(given(descriptor({ [PAY]: { intent: 'Pay' } }, undefined, included)));
  expect(functions.map(({ signature }) => signature)).toEqual(
    expect.arrayContaining([PAY, 'transfer(address _to, uint256 _value)']),
  );
  const own = descriptor({ 'transfer(address _to, uint256 _value)': { intent: 'Own words' } }, undefined, included);
  expect(checkInterface(given(own)).functions.find(({ signature }) => signature.startsWith('transfer('))?.says).toBe(
    '“Own words”',
  );
});

describe('an unusable description gives the reason', () => {
  const deployed = { contract: { deployments: [{ chainId: 1, address: OTHER }] } };
  test.each<[string, unknown, string]>([
    ['text', 'approve everything', 'it is not JSON'],
    ['another object', { a: 1 }, 'it is neither an ABI nor an ERC-7730 descriptor'],
    ['an ABI without functions', [{ type: 'event', name: 'Paid' }], 'it is no ABI with functions'],
    ['a descriptor of another contract', descriptor({ [PAY]: { fields: [] } }, deployed), 'it is for other contracts'],
    [
      'one that includes a file that nobody has',
      descriptor({ [PAY]: {} }, undefined, { includes: '../none/common-nobody.json' }),
      'it includes common-nobody.json, which was not found',
    ],
    [
      'one that includes a file from an address',
      descriptor({ [PAY]: {} }, undefined, { includes: 'https://example.com/b.json' }),
      'relative path',
    ],
    ['one of no function', descriptor({ 'pay address': {} }), 'not in Solidity form'],
    [
      'a name that runs from right to left',
      descriptor({ [PAY]: { intent: 'Pay \u202eeve' } }, undefined),
      'invisible or misleading characters',
    ],
    [
      'a token whose letters are others',
      descriptor({ [PAY]: {} }, undefined, { metadata: { token: { ticker: 'U\u0405DC', decimals: 6 } } }),
      'plain letters',
    ],
    [
      'a token of 255 decimals',
      descriptor({ [PAY]: {} }, undefined, { metadata: { token: { ticker: 'T', decimals: 255 } } }),
      '255 decimals',
    ],
  ])('%s', (_, value, why) => {
    expect(() => checkInterface(given(value))).toThrow(why);
    expect(explained(pay, value).steps[0]).toContain('is unknown');
  });

  test('a usable description is listed with its text', () => {
    expect(checkInterface(given({ abi: [item('pay', ['address'])] }))).toEqual({
      kind: 'abi',
      functions: [{ signature: 'pay(address)', says: null }],
    });
    expect(checkInterface(given(descriptor({ [PAY]: { intent: 'Pay', fields: FIELDS } })))).toEqual({
      kind: 'descriptor',
      functions: [{ signature: PAY, says: '“Pay”, “Payee”, “Amount”' }],
    });
  });
});
