import { describe, expect, test } from 'vitest';
import { abiOf, type ContractCall, tokenOf } from '../../../../electron/crypto/index.ts';
import { explainCall } from '../../../../electron/vault/calls/explain.ts';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';

const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const UNKNOWN = '0x7070707070707070707070707070707070707070';
const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const BOB = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const ALL = 'f'.repeat(64);

const word = (value: string | number) =>
  (typeof value === 'number' ? value.toString(16) : value.replace(/^0x/, '')).toLowerCase().padStart(64, '0');
const data = (signature: string, ...words: readonly (string | number)[]) =>
  hexDecode([...abiOf([signature]).keys()].join('') + words.map(word).join(''));
/** `bytes` as an argument: its length and its padded content. */
const bytes = (content: Uint8Array) => {
  const hex = hexEncode(content);
  return word(content.length) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0');
};
const call = (content: Uint8Array, to = USDT, value = 0n): ContractCall => ({
  family: 'ethereum',
  chain: 'eip155:1',
  to,
  value,
  data: content,
  field: 'data',
  amount: (units) => `${units} wei`,
  address: () => '',
});
const steps = (content: Uint8Array, to?: string, value?: bigint) => explainCall(call(content, to, value)).steps;
const levels = (content: Uint8Array, to?: string) =>
  explainCall(call(content, to)).findings.map(({ level, field }) => `${level} ${field}`);

describe('a call of a standard', () => {
  test('marks an approval without a limit for the answer of the operator', () => {
    const isUnlimited = (signature: string, amount: string | number) =>
      explainCall(call(data(signature, BOB, amount))).findings.some((finding) => finding.isUnlimited === true);
    expect(isUnlimited('approve(address,uint256)', ALL)).toBe(true);
    expect(isUnlimited('setApprovalForAll(address,bool)', 1)).toBe(true);
    expect(isUnlimited('approveDelegation(address,uint256)', ALL)).toBe(true);
    expect(isUnlimited('approve(address,uint256)', 2_000_000)).toBe(false);
  });

  test('is explained with the exact amount of a known token', () => {
    expect(explainCall(call(data('transfer(address,uint256)', ALICE, 1_500_000)))).toEqual({
      steps: [`Send 1.5 USDT to ${ALICE}`],
      summary: [
        { name: 'To', value: ALICE, kind: 'address' },
        { name: 'Amount', value: '1.5 USDT', kind: 'amount' },
      ],
      fields: [
        { name: 'data.function', value: 'transfer(address,uint256)', kind: 'text' },
        { name: 'data.to', value: ALICE, kind: 'address' },
        { name: 'data.amount', value: '1500000', kind: 'amount' },
      ],
      findings: [],
    });
  });

  test('shows base units of an unknown token', () => {
    expect(steps(data('transfer(address,uint256)', ALICE, 5), UNKNOWN)).toEqual([
      `Send 5 base units (or NFT 5) of the token ${UNKNOWN} to ${ALICE}`,
    ]);
  });

  test.each<[string, string, readonly (string | number)[], string, readonly string[]]>([
    ['an approval', 'approve(address,uint256)', [BOB, 2_000_000], `Let ${BOB} take 2 USDT`, ['care data.spender']],
    ['one without limit', 'approve(address,uint256)', [BOB, ALL], `Let ${BOB} take all USDT`, ['danger data.spender']],
    [
      'the end of one',
      'approve(address,uint256)',
      [BOB, 0],
      `Let ${BOB} take nothing more of the tokens of ${USDT}`,
      [],
    ],
    [
      'every token',
      'setApprovalForAll(address,bool)',
      [BOB, 1],
      `Let ${BOB} take every token of ${USDT}`,
      ['danger data.operator'],
    ],
    [
      'a change of owner',
      'transferOwnership(address)',
      [BOB],
      `Make ${BOB} the owner of ${USDT}`,
      ['danger data.owner'],
    ],
    [
      'an upgrade',
      'upgradeTo(address)',
      [BOB],
      `Replace the code of ${USDT} by that of ${BOB}`,
      ['danger data.implementation'],
    ],
    [
      'tokens sent to their contract',
      'transfer(address,uint256)',
      [USDT, 1],
      `Send 0.000001 USDT to ${USDT}`,
      ['danger data.to'],
    ],
    [
      'a role',
      'grantRole(bytes32,address)',
      ['00', BOB],
      `Give ${BOB} the role DEFAULT_ADMIN_ROLE, which may give every role, in ${USDT}`,
      ['danger data.account'],
    ],
  ])('%s', (_name, signature, words, step, found) => {
    expect(steps(data(signature, ...words))).toEqual([step]);
    expect(levels(data(signature, ...words))).toEqual(found);
  });

  test('shows the coins of the call', () => {
    expect(steps(data('deposit()'), UNKNOWN, 7n)).toEqual([`Wrap 7 wei into tokens of ${UNKNOWN}`]);
  });
});

describe('calls in a call', () => {
  const transfer = data('transfer(address,uint256)', ALICE, 1_000_000);
  const multicall = (inner: Uint8Array) => hexDecode(hexEncode(data('multicall(bytes[])', 32, 1, 32)) + bytes(inner));

  test('are explained one by one', () => {
    const several = hexDecode(
      hexEncode(data('multicall(bytes[])', 32, 2, 64, 64 + 32 + 96)) + bytes(transfer) + bytes(data('deposit()')),
    );
    expect(steps(several)).toEqual([
      `Call ${USDT} several times: Send 1 USDT to ${ALICE}; Wrap what is sent into tokens of ${USDT}`,
    ]);
    expect(explainCall(call(several)).fields.map(({ name }) => name)).toContain('data.data[1].function');
  });

  test('of a Safe are explained, and a delegate call is dangerous', () => {
    const execute = (operation: number) =>
      hexDecode(
        hexEncode(
          data(
            'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
            ...[USDT, 0, 320, operation, 0, 0, 0, '00', '00', 320 + 32 + 96],
          ),
        ) +
          bytes(transfer) +
          bytes(new Uint8Array(0)),
      );
    expect(steps(execute(0), UNKNOWN)).toEqual([`Have the Safe ${UNKNOWN} make a call: Send 1 USDT to ${ALICE}`]);
    expect(levels(execute(0), UNKNOWN)).toEqual([]);
    expect(levels(execute(1), UNKNOWN)).toEqual(['danger data.operation']);
  });

  test('are not explained as a whole when one of them is unknown', () => {
    expect(levels(multicall(hexDecode('deadbeef')))).toEqual(['danger data.data[0]']);
  });

  test('are followed to a depth limit, which is reported', () => {
    const deep = Array.from({ length: 12 }).reduce<Uint8Array>((inner) => multicall(inner), transfer);
    const { findings, steps: shown } = explainCall(call(deep));
    expect(findings.map(({ text }) => text)).toEqual([
      'It makes more calls, or deeper nested calls, than Castellan decodes.',
    ]);
    expect(shown[0]).toContain('that is not shown');
  });
});

describe('an unknown call', () => {
  test.each([
    ['a function', hexDecode('deadbeef00'), 'data is not decoded: 5 bytes, for the function 0xdeadbeef. '],
    ['no whole function', Uint8Array.of(1), 'data is not decoded: 1 byte. '],
    [
      'a byte that an address is too long by',
      data('setOwner(address)', `01${ALICE.slice(2).padStart(62, '0')}`),
      'data is not decoded: it begins like a call of setOwner(address), but its 36 bytes are not the arguments',
    ],
  ])('%s', (_name, content, words) => {
    const { steps: shown, findings } = explainCall(call(content));
    expect(shown).toEqual([`Call ${USDT}: its effect is unknown`]);
    expect(findings).toEqual([
      expect.objectContaining({ level: 'danger', field: 'data', text: expect.stringContaining(words) }),
    ]);
  });
});

describe('a call on Tron', () => {
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const tron = (content: Uint8Array) =>
    explainCall({ ...call(content, address), family: 'tron', chain: null, address: (raw) => `T${hexEncode(raw)}` });

  test('shows addresses in the chain’s spelling', () => {
    expect(tokenOf('tron', address)?.symbol).toBe('USDT');
    expect(tron(data('transfer(address,uint256)', BOB, 5_000_000)).steps).toEqual([
      `Send 5 USDT to T${BOB.slice(2).toLowerCase()}`,
    ]);
  });

  test('accepts only the chain’s prefix before an address', () => {
    const prefixed = (byte: string) => hexDecode(`a9059cbb${'0'.repeat(22)}${byte}${BOB.slice(2)}${word(5)}`);
    expect(tron(prefixed('41')).steps[0]).toContain(BOB.slice(2).toLowerCase());
    expect(tron(prefixed('42')).steps[0]).toContain('unknown');
  });
});
