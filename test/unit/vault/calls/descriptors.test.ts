import { describe, expect, test } from 'vitest';
import { abiOf, type ContractCall, calledFunction } from '../../../../electron/crypto/index.ts';
import { describeBy } from '../../../../electron/vault/calls/descriptors/describe.ts';
import { formatsOf, whole } from '../../../../electron/vault/calls/descriptors/find.ts';
import { readRegistry } from '../../../../electron/vault/calls/descriptors/registry.ts';
import { explainCall } from '../../../../electron/vault/calls/explain.ts';
import { decimalText, deploymentsOf, type JsonObject } from '../../../../shared/model/index.ts';
import { hexEncode, visibleParts } from '../../../../shared/wire/index.ts';
import { encodeCall } from '../../../meanings/evm-calls.ts';
import { exampleValues } from './example-values.ts';

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const UNKNOWN = '0x7070707070707070707070707070707070707070';
const ALICE = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
const AAVE = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2';

const call = (data: Uint8Array, change: Partial<ContractCall> = {}): ContractCall => ({
  family: 'ethereum',
  chain: 'eip155:1',
  to: AAVE,
  value: 0n,
  data,
  field: 'data',
  amount: (units) => `${decimalText(units, 18)} ETH`,
  address: (bytes) => `0x${hexEncode(bytes)}`,
  ...change,
});

const SUPPLY = 'supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)';
const supply = (change: object = {}) =>
  encodeCall(SUPPLY, { asset: USDC, amount: 1_500_000n, onBehalfOf: ALICE, referralCode: 0n, ...change });

describe('a call that the registry describes', () => {
  test('is explained by its intent and fields, with exact amounts, full addresses and all arguments', () => {
    const { steps, summary, fields, findings } = explainCall(call(supply()));
    expect(steps).toEqual([`Supply: Amount to supply 1.5 USDC, Collateral recipient ${ALICE}, at Aave DAO ${AAVE}`]);
    expect(summary).toEqual([
      { name: 'Amount to supply', value: '1.5 USDC', kind: 'amount' },
      { name: 'Collateral recipient', value: ALICE, kind: 'address' },
    ]);
    expect(fields.map(({ name }) => name)).toContain('data.referralCode');
    expect(findings.map(({ level, basis }) => [level, basis])).toEqual([
      ['information', 'ERC-7730: aave/calldata-lpv3.json'],
    ]);
  });

  test('shows base units and the address of an unknown token, and the label of an unlimited amount', () => {
    const [unknown] = explainCall(call(supply({ asset: UNKNOWN }))).steps;
    expect(unknown).toContain(`1500000 base units of the token ${UNKNOWN}`);
    const [all] = explainCall(
      call(
        encodeCall('repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)', {
          asset: USDC,
          amount: (1n << 256n) - 1n,
          interestRateMode: 2n,
          onBehalfOf: ALICE,
        }),
      ),
    ).steps;
    expect(all).toContain('Repay loan: Amount to repay All USDC, Interest rate mode variable (2)');
  });

  test('ignores the descriptor of another contract or chain', () => {
    for (const change of [{ to: UNKNOWN }, { chain: 'eip155:999' }, { chain: null }])
      expect(explainCall(call(supply(), change)).findings.map(({ level }) => level)).toEqual(['danger']);
  });

  test('is reported as not exactly encoded instead of explained', () => {
    const { steps, findings } = explainCall(call(supply().fill(1, 4, 5)));
    expect(steps).toEqual([`Call ${AAVE}: its effect is unknown`]);
    expect(findings.map(({ level, text }) => `${level}: ${text}`)).toEqual([
      'danger: data is not decoded: 132 bytes, for the function 0x617ba037. What the contract does with it is not known.',
      'care: The descriptor of this contract does not match and was not used: the data does not begin with an encoded call of supply.',
    ]);
  });

  test('shows the coins of the call when the descriptor does not', () => {
    const { steps, findings } = explainCall(call(supply(), { value: 10n ** 17n }));
    expect(steps[0]).toMatch(/, with 0\.1 ETH$/);
    expect(findings.map(({ text }) => text)).toContain(
      'The descriptor does not explain the 0.1 ETH sent with the call.',
    );
  });

  test('of a standard is explained by the standard, whoever describes it', () => {
    const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
    const approve = encodeCall('approve(address guy, uint256 wad)', { guy: ALICE, wad: (1n << 256n) - 1n });
    const { steps, findings } = explainCall(call(approve, { to: weth }));
    expect(steps[0]).toMatch(/^Let 0xd8.* take all WETH$/);
    expect(findings[0]).toMatchObject({ level: 'danger', basis: 'ERC-20 or ERC-721' });
  });
});

test('every function of the registry is explained', () => {
  const files = readRegistry();
  const undescribed: string[] = [];
  for (const path of files.keys()) {
    if (!path.startsWith('registry/')) continue;
    const root = whole(path, files);
    const [place] = deploymentsOf(root).filter(({ subject }) => subject === 'contract');
    if (place === undefined) continue;
    for (const signature of Object.keys(formatsOf(root))) {
      const data = encodeCall(signature, exampleValues(signature));
      const { findings } = explainCall(call(data, { chain: place.chain, to: place.address }));
      if (findings.some(({ text }) => /^data is not decoded|does not fit/.test(text)))
        undescribed.push(`${path} ${signature}`);
    }
  }
  expect(undescribed).toEqual([]);
  expect(files.size).toBeGreaterThan(300);
});

test('no text of the registry has invisible characters', () => {
  for (const [path, root] of readRegistry())
    expect([path, visibleParts(JSON.stringify(root)).filter((part) => typeof part === 'number')]).toEqual([path, []]);
});

describe('a descriptor', () => {
  const SIGNATURE = 'pay(address to, uint256 amount, uint256[] parts, bytes extra)';
  const data = encodeCall(SIGNATURE, { to: ALICE, amount: 5n, parts: [1n, 2n], extra: Uint8Array.of(7) });
  const values = calledFunction(abiOf([SIGNATURE]), data)?.decode(data) ?? [];
  const described = (format: JsonObject, metadata: JsonObject = {}) =>
    describeBy({ name: 'own', own: true, root: { metadata } }, format, {
      values,
      container: { ...call(data), chain: 'eip155:1' },
    });
  const field = (path: string, more: object = {}) => ({ path, label: 'Field', ...more });

  test('is quoted when an operator added it', () => {
    const { sentence, rows } = described({ intent: 'Deposit', fields: [field('to', { format: 'addressName' })] });
    expect(sentence).toBe(`“Deposit”: “Field” ${ALICE}`);
    expect(rows).toEqual([{ name: '“Field”', value: ALICE, kind: 'address' }]);
  });

  test('has its omissions reported', () => {
    expect(described({ fields: [field('to')] }).hidden).toEqual(['amount', 'parts[0]', 'parts[1]', 'extra']);
    expect(described({ fields: ['to', 'amount', 'parts.[]', 'extra'].map((path) => field(path)) }).hidden).toEqual([]);
  });

  test('may leave out a member that the call does not have', () => {
    const fields = [field('amount'), field('interactions', { visible: 'never' })];
    expect(described({ fields }).rows).toMatchObject([{ value: '5, in unknown units' }]);
  });

  test('shows the coins of a call as amounts of the coin that have their sum', () => {
    const shows = (value: bigint, ...fields: readonly JsonObject[]) =>
      describeBy(
        { name: 'own', own: false, root: {} },
        { fields },
        {
          values,
          container: { ...call(data, { value }), chain: 'eip155:1' },
        },
      ).showsValue;
    const ofToken = { format: 'tokenAmount', params: { token: UNKNOWN, nativeCurrencyAddress: UNKNOWN } };
    const inGwei = { format: 'unit', params: { base: 'ETH', decimals: 9 } };
    expect(shows(5n, field('amount', { format: 'amount' }))).toBe(true);
    expect(shows(5n, field('amount', ofToken))).toBe(true);
    expect(shows(3_000_000_000n, field('parts.[]', inGwei))).toBe(true);
    expect(shows(2_000_000_000n, field('parts.[]', inGwei))).toBe(true);
    expect(shows(6n, field('amount', { format: 'amount' }))).toBe(false);
    expect(shows(5_000_000_000n, field('amount', { format: 'unit', params: { base: 'BTC', decimals: 9 } }))).toBe(
      false,
    );
    expect(shows(5n, field('amount', { format: 'tokenAmount', params: { token: UNKNOWN } }))).toBe(false);
    expect(shows(5n, field('amount'))).toBe(false);
  });

  test('puts only shown values into its sentence', () => {
    const fields = [field('amount'), field('to', { visible: 'never' })];
    expect(described({ intent: 'Pay', interpolatedIntent: 'Pay {amount}', fields }).sentence).toBe(
      '“Pay 5, in unknown units”',
    );
    expect(described({ intent: 'Pay', interpolatedIntent: 'Pay {to}', fields }).sentence).toBe(
      '“Pay”: “Field” 5, in unknown units',
    );
  });

  test.each<[string, JsonObject, JsonObject, string]>([
    ['a member that there is not', { fields: [field('from')] }, {}, 'it names from, which the call does not have'],
    ['an item that there is not', { fields: [field('parts.[2]')] }, {}, 'it names a missing item of parts'],
    ['a list that is none', { fields: [field('amount.[]')] }, {}, 'it uses amount as a list'],
    ['it has an unknown format', { fields: [field('to', { format: 'magic' })] }, {}, 'it has an unknown format'],
    ['bytes as an address', { fields: [field('extra', { format: 'addressName' })] }, {}, 'it uses extra as an address'],
    [
      'too many decimals',
      { fields: [field('amount', { format: 'unit', params: { decimals: 255 } })] },
      {},
      '255 decimals',
    ],
    [
      'a token of 255 decimals',
      { fields: [field('amount')] },
      { token: { ticker: 'T', decimals: 255 } },
      '255 decimals',
    ],
    [
      'a token of other letters',
      { fields: [field('amount')] },
      { token: { ticker: 'UЅDC', decimals: 6 } },
      'plain letters',
    ],
    [
      'a value that it does not allow',
      { fields: [field('amount', { visible: { mustMatch: [6] } })] },
      {},
      'is not the required value',
    ],
    [
      'a constant that there is not',
      { fields: [field('amount', { $ref: '$.display.definitions.a' })] },
      {},
      'a missing constant',
    ],
    ['a path of nonsense', { fields: [field('to..[x]')] }, {}, 'is not in ERC-7730 form'],
  ])('is not used for %s', (_, format, metadata, why) => {
    expect(() => described(format, metadata)).toThrow(why);
  });

  test('is not used when it includes itself', () => {
    const files = new Map([
      ['a/b.json', { includes: 'c.json' }],
      ['a/c.json', { includes: '../a/b.json' }],
    ]);
    expect(() => whole('a/b.json', files)).toThrow('it includes itself');
    expect(() => whole('a/d.json', files)).toThrow('it includes d.json, which was not found');
  });
});
