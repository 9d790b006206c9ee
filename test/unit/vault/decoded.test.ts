import { describe, expect, test } from 'vitest';
import { presentContent } from '../../../electron/vault/decode-content.ts';
import { describeBody } from '../../../electron/vault/describe.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { busyMilliseconds } from '../../tools/busy.ts';
import { textsOf } from '../findings.ts';

const UNSIGNED = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';
const SIGNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TYPES = {
  sign_transaction: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
  sign_raw_payload: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
  sign_raw_payloads: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOADS',
} as const;

const envelope = { timestampMs: '1745383555000', organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10' };
/** A meaning beside the texts of its findings. */
const withWarnings = (meaning: ReturnType<typeof describeBody>) => ({ ...meaning, warnings: textsOf(meaning) });
const meaning = (name: keyof typeof TYPES, parameters: object) =>
  withWarnings(describeBody(utf8Encode(JSON.stringify({ type: TYPES[name], ...envelope, parameters }))));
const transaction = (unsignedTransaction: string, type = 'TRANSACTION_TYPE_ETHEREUM') =>
  meaning('sign_transaction', { signWith: SIGNER, unsignedTransaction, type });
const fieldOf = (decoded: ReturnType<typeof transaction>['decoded'], name: string) =>
  decoded?.fields.find((field) => field.name === name)?.value;

describe('a transaction', () => {
  test('is shown by the names of its standard, beside the bytes of the body', () => {
    const { decoded, judged, warnings, rows } = transaction(UNSIGNED);
    expect(judged).toBe('whole');
    expect(decoded?.title).toContain('EIP-1559');
    expect(fieldOf(decoded, 'to')).toContain(SIGNER);
    expect(fieldOf(decoded, 'chainId')).toContain('1');
    expect(warnings).toEqual([]);
    expect(rows).toContainEqual({
      path: 'parameters.unsignedTransaction',
      label: 'Unsigned transaction',
      value: UNSIGNED,
      kind: 'bytes',
    });
  });

  test.each([
    ['that is cut off', UNSIGNED.slice(0, -2), 'TRANSACTION_TYPE_ETHEREUM'],
    ['of another type', UNSIGNED, 'TRANSACTION_TYPE_SOLANA'],
    ['that is no hexadecimal text', 'zz', 'TRANSACTION_TYPE_BITCOIN'],
    ['that is another chain’s', UNSIGNED, 'TRANSACTION_TYPE_TRON'],
    ['that is empty', '0x', 'TRANSACTION_TYPE_TEMPO'],
  ])('%s is not decoded, and the first warning gives the reason', (_name, unsigned, type) => {
    const { decoded, judged, warnings } = transaction(unsigned, type);
    expect([decoded, judged]).toEqual([null, 'unreadable']);
    expect(warnings[0]).toMatch(
      /^The effect of this transaction is unknown: (failed to parse transaction|unsupported transaction type): .+[^.]\.$/,
    );
    expect(warnings[0]).not.toContain('Nothing was signed');
  });

  test('that the service signs and sends is shown too', () => {
    const { activityType, example } = OPERATIONS.sol_send_transaction;
    const { decoded, judged, warnings } = withWarnings(
      describeBody(utf8Encode(JSON.stringify({ type: activityType, ...envelope, parameters: example.parameters }))),
    );
    expect([judged, warnings]).toEqual(['whole', []]);
    expect(fieldOf(decoded, 'feePayer')).toBe(example.parameters.signWiths[0]);
    const hex = example.parameters.unsignedTransaction;
    const sent = (unsignedTransaction: string) =>
      describeBody(
        utf8Encode(
          JSON.stringify({
            ...{ type: activityType, ...envelope },
            parameters: { ...example.parameters, unsignedTransaction },
          }),
        ),
      );
    expect(withWarnings(sent(Buffer.from(hex, 'hex').toString('base64')))).toMatchObject({ decoded, judged, warnings });
    for (const other of [hex.slice(2), Buffer.from(hex, 'hex').toString('base64').slice(4), 'no-base64!', ''])
      expect(sent(other)).toMatchObject({ decoded: null, judged: 'unreadable' });
  });

  test('of an undeclared type gets a warning and cannot be signed', () => {
    const { decoded, judged, warnings } = transaction(UNSIGNED, 'TRANSACTION_TYPE_MOON');
    expect([decoded, judged]).toEqual([null, 'unreadable']);
    expect(warnings).toEqual([expect.stringMatching(/type does not fit Sign transaction/)]);
  });

  test('that occurs twice in the body is not decoded, because a service may use either', () => {
    const text = `{"type":"${TYPES.sign_transaction}","timestampMs":"1","organizationId":"o","parameters":{"signWith":"a","unsignedTransaction":"00","type":"TRANSACTION_TYPE_ETHEREUM","unsignedTransaction":"${UNSIGNED}"}}`;
    const { decoded, warnings } = withWarnings(describeBody(utf8Encode(text)));
    expect(decoded).toBeNull();
    expect(warnings[0]).toContain('they have duplicate members');
  });
});

describe('a payload', () => {
  const payload = (encoding: string, text: string) =>
    meaning('sign_raw_payload', {
      signWith: SIGNER,
      payload: text,
      encoding: `PAYLOAD_ENCODING_${encoding}`,
      hashFunction: 'HASH_FUNCTION_NO_OP',
    });

  test('of typed data is shown member by member', () => {
    const typed = {
      domain: { name: 'Ether Mail', chainId: 1, verifyingContract: SIGNER },
      primaryType: 'Mail',
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        Mail: [{ name: 'contents', type: 'string' }],
      },
      message: { contents: 'Hello, \u202eBob' },
    };
    const { decoded } = payload('EIP712', JSON.stringify(typed));
    expect(decoded?.title).toContain('Mail');
    expect(fieldOf(decoded, 'message.contents')).toBe('Hello, \u202eBob');
  });

  test('of an authorization is shown', () => {
    const { decoded } = payload('EIP7702_AUTHORIZATION', JSON.stringify({ address: SIGNER, chainId: 1, nonce: 7 }));
    expect(decoded?.fields.map(({ value }) => value).join(' ')).toContain(SIGNER);
  });

  test.each([
    ['EIP712', '{"domain":{}}'],
    ['EIP712', 'no json'],
    ['EIP7702_AUTHORIZATION', '{"address":"0x","chainId":1,"nonce":7}'],
    ['HEXADECIMAL', '0xzz'],
    ['HEXADECIMAL', 'abc'],
    ['TEXT_UTF8', '\ud800'],
  ])('an unreadable %s is not decoded, and the first warning says so', (encoding, text) => {
    const { decoded, judged, warnings } = payload(encoding, text);
    expect([decoded, judged]).toEqual([null, 'unreadable']);
    expect(warnings[0]).toMatch(/^The effect of this payload is unknown: invalid payload.*[^.]\.$/);
  });

  test('with invisible characters gets a warning', () => {
    const typed = (name: string) =>
      payload(
        'EIP712',
        `{"types":{"EIP712Domain":[{"name":"name","type":"string"}],"A":[{"name":"b","type":"bool"}]},"primaryType":"A","domain":{"name":"${name}"},"message":{"b":true}}`,
      ).warnings.join();
    expect(typed('Pay\\u202eme')).toContain('name in domain has invisible');
    expect(typed('Pay me')).not.toContain('invisible');
  });

  test('of text is shown as its text', () => {
    expect(payload('TEXT_UTF8', 'hello')).toMatchObject({
      headline: 'Sign the text “hello”',
      decoded: { title: 'Text' },
      judged: 'whole',
      warnings: [],
    });
  });

  test.each(['NO_OP', 'NOT_APPLICABLE', 'SHA256', 'KECCAK256', undefined])('of bytes (%s) gets a warning', (hash) => {
    const { decoded, warnings, judged, mark } = meaning('sign_raw_payload', {
      signWith: SIGNER,
      payload: `${'ab'.repeat(29)}123456`,
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      ...(hash === undefined ? {} : { hashFunction: `HASH_FUNCTION_${hash}` }),
    });
    const isDigest = hash === 'NO_OP' || hash === undefined;
    expect([decoded, judged, mark]).toEqual([null, 'blind', '123456']);
    expect(warnings).toEqual([expect.stringContaining(isDigest ? 'can hide anything' : 'transaction of any chain')]);
  });
});

describe('many payloads', () => {
  const payloads = (encoding: string, hashFunction: string) =>
    meaning('sign_raw_payloads', {
      signWith: SIGNER,
      payloads: ['ab'.repeat(32)],
      encoding: `PAYLOAD_ENCODING_${encoding}`,
      hashFunction: `HASH_FUNCTION_${hashFunction}`,
    }).warnings;

  test('that are digests get a warning', () => {
    expect(payloads('HEXADECIMAL', 'NO_OP')).toEqual([expect.stringContaining('can hide anything')]);
    expect(payloads('HEXADECIMAL', 'SHA256')).toEqual([expect.stringContaining('transaction of any chain')]);
    expect(payloads('TEXT_UTF8', 'NO_OP')).toEqual([expect.stringContaining('looks like a hash')]);
  });

  test('of a standard are each shown with their findings', () => {
    const authorizations = [1, 0].map((chainId) => JSON.stringify({ address: SIGNER, chainId, nonce: 7 }));
    const asked = (texts: readonly string[]) =>
      meaning('sign_raw_payloads', {
        signWith: SIGNER,
        payloads: texts,
        encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      });
    const { decoded, warnings } = asked(authorizations);
    expect(decoded?.title).toBe('EIP-7702 authorization');
    expect(fieldOf(decoded, 'payloads[0].chainId')).toBe('1');
    expect(fieldOf(decoded, 'payloads[1].chainId')).toBe('0 (every chain)');
    expect(warnings).toEqual([
      expect.stringContaining('can move everything the account holds'),
      expect.stringContaining('valid on EVERY chain'),
    ]);
    const withOne = asked([...authorizations, '{}']);
    expect(withOne.judged).toBe('unreadable');
    expect(withOne.warnings[0]).toMatch(/^The effect of this activity is unknown: /);
  });

  test('beyond the display limit are not read completely', () => {
    const many = JSON.stringify({
      types: { EIP712Domain: [], List: [{ name: 'entries', type: 'uint8[]' }] },
      primaryType: 'List',
      domain: {},
      message: { entries: new Array(7000).fill(1) },
    });
    const asked = (last: string) =>
      meaning('sign_raw_payloads', {
        signWith: SIGNER,
        payloads: [many, many, many, last],
        encoding: 'PAYLOAD_ENCODING_EIP712',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      }).warnings[0];
    expect(asked('not JSON')).toBe('The activity has more than the 20000 fields that can be shown.');
  });
});

describe('an explanation by a parser', () => {
  const DESCRIBED = { title: 'T', headline: 'Do it', summary: [], fields: [], findings: [], unexplained: [] };
  const said = (change: object) => presentContent('transaction', () => ({ ...DESCRIBED, ...change }));
  const finding = (text: string) => ({ level: 'care', text, field: null, basis: null });

  test('is shown whole, and a message with too many pages cannot be signed', () => {
    const fields = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        name: `field ${index}`,
        value: index === 3 ? 'v'.repeat(1_000_000) : 'v',
      }));
    const { decoded, loud } = said({ fields: fields(700) });
    expect([decoded?.fields.length, decoded?.fields[3]?.value.length, loud]).toEqual([700, 1_000_000, []]);
    const many = said({ fields: fields(20_001) });
    expect([many.decoded, many.unreadable]).toEqual([null, true]);
    expect(textsOf({ findings: many.loud })).toEqual([
      'The transaction has more than the 20000 fields that can be shown.',
    ]);
  });

  test('is bounded whatever comes, but for what it says: every other text, a million characters long', () => {
    const long = '\u202e'.repeat(1_000_000);
    const field = { name: long, value: long };
    const shown = JSON.stringify(
      said({
        title: long,
        headline: long,
        summary: [field],
        fields: [{ name: long, value: '' }],
        findings: [finding(long)],
      }),
    );
    expect(shown.length).toBeLessThan(128 * 1024);
  });

  test('that fails unexpectedly gives a finding without details', () => {
    const failed = presentContent('transaction', () => {
      throw new TypeError('secret detail');
    });
    expect(failed).toEqual({
      decoded: null,
      headline: null,
      unreadable: true,
      loud: [
        {
          level: 'danger',
          text: 'The effect of this transaction is unknown: Castellan cannot decode it.',
          field: null,
          basis: null,
        },
      ],
      findings: [],
    });
  });
});

describe('the unexplained part', () => {
  const TOKEN = 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
  const item = (hex: string) => {
    const size = hex.length / 2;
    const header = size < 56 ? (0x80 + size).toString(16) : `b8${size.toString(16).padStart(2, '0')}`;
    return `${header}${hex}`;
  };
  const call = (data: string, to: string = TOKEN) => {
    const items = `01010102825208${item(to)}80${item(data)}c0`;
    const size = items.length / 2;
    return `02${size < 56 ? (0xc0 + size).toString(16) : `f8${size.toString(16)}`}${items}`;
  };
  const TRANSFER = `a9059cbb${SIGNER.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}`;
  /** The unexplained parts of the transaction, as the hex of their bytes. */
  const left = (unsigned: string) =>
    transaction(unsigned).decoded?.unexplained.map(({ start, end }) => unsigned.slice(2 * start, 2 * end));

  test('is the data of an undecodable call, and a contract’s code', () => {
    expect(left(call('deadbeef01'))).toEqual(['deadbeef01']);
    expect(left(call('6080604052', ''))).toEqual(['6080604052']);
  });

  test('of a decoded call is only the data behind its arguments', () => {
    expect(left(call(TRANSFER))).toEqual([]);
    const attribution = `0102626173656170700700${'8021'.repeat(8)}`;
    expect(left(call(`${TRANSFER}${attribution}`))).toEqual(['0102']);
  });

  test('is linked from a finding to its field', () => {
    const { findings } = transaction(call('deadbeef01'));
    expect(findings.find(({ field }) => field === 'data')?.range).toEqual({ start: 32, end: 37 });
  });
});

test('the payer is listed first, even before the call', () => {
  expect(transaction(UNSIGNED).decoded?.summary[0]).toEqual({ name: 'From', value: SIGNER, kind: 'address' });
});

describe('the largest contents of a request', () => {
  const half = 'ab'.repeat(512 * 1024 - 64);
  const size = half.length / 2;
  const long = `ba${size.toString(16).padStart(6, '0')}${half}`;
  const items = `01010102825208${'94'}${SIGNER.slice(2)}80${long}c0`;
  test.each<[string, () => { decoded: unknown; judged: string }]>([
    ['a call', () => transaction(`02fa${(items.length / 2).toString(16).padStart(6, '0')}${items}`)],
    [
      'typed data',
      () => {
        const typed = {
          domain: {},
          types: { EIP712Domain: [], Many: [{ name: 'values', type: 'string[]' }] },
          primaryType: 'Many',
          message: { values: Array.from({ length: 4_000 }, () => '\u202e'.repeat(15)) },
        };
        return meaning('sign_raw_payload', {
          signWith: SIGNER,
          payload: JSON.stringify(typed),
          encoding: 'PAYLOAD_ENCODING_EIP712',
          hashFunction: 'HASH_FUNCTION_NO_OP',
        });
      },
    ],
  ])('%s is described in a moment', (_name, describeIt) => {
    const busy = busyMilliseconds(() => expect(describeIt()).toMatchObject({ decoded: { title: expect.any(String) } }));
    // A fifth of a second on an idle machine.
    expect(busy).toBeLessThan(4_000);
  });
});
