import { describe, expect, test } from 'vitest';
import { describeBody } from '../../../electron/vault/describe.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { textsOf } from '../findings.ts';

const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const meaning = (text: string) => describeBody(utf8Encode(text));
const envelope = { type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', timestampMs: '1745383555000', organizationId };
const parameters = OPERATIONS.sign_raw_payload.example.parameters;
const invalidInput = expect.objectContaining({ code: 'INVALID_INPUT' });

describe('a known activity', () => {
  test('is explained with its declaration’s labels, in body order, without a warning', () => {
    const body = JSON.stringify({ ...envelope, parameters });
    expect(meaning(body)).toEqual({
      operation: 'sign_raw_payload',
      title: 'Sign payload',
      headline: 'Sign the text “hello”',
      activityType: envelope.type,
      organizationId,
      timestampMs: envelope.timestampMs,
      fingerprint: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      bodyLength: body.length,
      rows: [
        { path: 'parameters.signWith', label: 'Account', value: parameters.signWith, kind: 'address' },
        { path: 'parameters.payload', label: 'Payload', value: 'hello', kind: 'text' },
        { path: 'parameters.encoding', label: 'Encoding', value: 'PAYLOAD_ENCODING_TEXT_UTF8', kind: 'enum' },
        { path: 'parameters.hashFunction', label: 'Hash function', value: 'HASH_FUNCTION_SHA256', kind: 'enum' },
      ],
      decoded: {
        title: 'Text',
        summary: [{ name: 'From', value: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', kind: 'address' }],
        fields: [{ name: 'text', value: 'hello', kind: 'text', range: { start: 0, end: 5 } }],
        unexplained: [],
      },
      judged: 'whole',
      mark: null,
      findings: [],
    });
  });

  test.each(Object.values(OPERATIONS).flatMap((operation) => (operation.kind === 'activity' ? [operation] : [])))(
    '$name: its example is valid and explained',
    ({ activityType, example, name }) => {
      const described = meaning(JSON.stringify({ ...envelope, type: activityType, parameters: example.parameters }));
      expect(described).toMatchObject({ operation: name, judged: 'whole' });
      expect(textsOf(described).filter((text) => /does not fit|declares|is unknown/.test(text))).toEqual([]);
      expect(described.rows.every(({ label }) => label !== '')).toBe(true);
    },
  );
});

describe('the shown fields match the body', () => {
  test('numbers keep their digits, strings are decoded, empty values are shown', () => {
    const { rows } = meaning(
      '{"organizationId":"o","a":12345678901234567890.10,"b":1e3,"c":"\\u0041\\n","d":[],"e":{},"f":[true,null,-0]}',
    );
    expect(rows.map(({ path, value }) => [path, value])).toEqual([
      ['a', '12345678901234567890.10'],
      ['b', '1e3'],
      ['c', 'A\n'],
      ['d', '[]'],
      ['e', '{}'],
      ['f[0]', 'true'],
      ['f[1]', 'null'],
      ['f[2]', '-0'],
    ]);
  });

  test('members with numeric or odd names keep their place and are quoted', () => {
    const { rows } = meaning(
      '{"organizationId":"o", "b" : 1 ,\n"10":2,"9":3,"a.b":4,"__proto__":{"x":5},"":6,"parameters[0]":7}',
    );
    expect(rows.map(({ path }) => path)).toEqual([
      'b',
      '["10"]',
      '["9"]',
      '["a.b"]',
      '__proto__.x',
      '[""]',
      '["parameters[0]"]',
    ]);
  });

  test('a read has no type and no finding', () => {
    expect(meaning(JSON.stringify({ organizationId, walletId: 'w' }))).toMatchObject({
      operation: null,
      title: 'Read request',
      activityType: '',
      rows: [{ path: 'walletId', label: 'Wallet id', value: 'w', kind: 'text' }],
      findings: [],
    });
  });
});

describe('warns', () => {
  const warnings = (text: string) => textsOf(meaning(text)).join('\n');

  test('of a duplicated member, and shows both', () => {
    const described = meaning(
      `{"type":"${envelope.type}","timestampMs":"1","organizationId":"${organizationId}","parameters":{"signWith":"good","signWith":"bad","payload":"","encoding":"PAYLOAD_ENCODING_TEXT_UTF8"}}`,
    );
    expect(textsOf(described)).toEqual([
      expect.stringMatching(/^The contents are not shown decoded/),
      expect.stringMatching(/^signWith appears more than once/),
    ]);
    expect(described.rows.filter(({ path }) => path === 'parameters.signWith').map(({ value }) => value)).toEqual([
      'good',
      'bad',
    ]);
  });

  test('of a duplicated member that is spelled with an escape', () => {
    expect(warnings('{"organizationId":"o","a":1,"\\u0061":2}')).toMatch(/^a appears more than once/);
  });

  test('of a duplicated part of the envelope, and shows both', () => {
    const described = meaning(
      `{"type":"ACTIVITY_TYPE_CREATE_WALLET","organizationId":"${organizationId}","type":"ACTIVITY_TYPE_DELETE_WALLETS"}`,
    );
    expect(described.rows.map(({ value }) => value)).toEqual([
      'ACTIVITY_TYPE_CREATE_WALLET',
      'ACTIVITY_TYPE_DELETE_WALLETS',
    ]);
    expect(textsOf(described).join('\n')).toMatch(/type appears more than once/);
  });

  test('of undeclared members, once each and without their contents', () => {
    const described = meaning(
      JSON.stringify({ ...envelope, generateAppProofs: false, parameters: { ...parameters, extra: { deep: [1, 2] } } }),
    );
    expect(textsOf(described)).toEqual([
      'generateAppProofs is not a member that Sign payload declares.',
      'extra is not a member that Sign payload declares.',
    ]);
    expect(described.rows).toContainEqual({
      path: 'parameters.extra.deep[1]',
      label: 'Extra, Deep 2',
      value: '2',
      kind: 'text',
    });
  });

  test.each(['Payload', 'PAYLOAD', 'hash_function', '\u017fignWith'])(
    'of %s, which lenient parsers take for a member that is declared, and does not judge it',
    (name) => {
      const described = meaning(JSON.stringify({ ...envelope, parameters: { ...parameters, [name]: 'other' } }));
      expect(described).toMatchObject({ judged: 'unreadable', decoded: null });
      expect(textsOf(described).join()).toContain('is nearly spelled like');
    },
  );

  test('of an unknown type, and of a type that is not text', () => {
    expect(meaning(JSON.stringify({ organizationId, type: 'ACTIVITY_TYPE_NEW' }))).toMatchObject({
      operation: null,
      title: 'Unknown activity',
      activityType: 'ACTIVITY_TYPE_NEW',
      findings: [expect.objectContaining({ level: 'danger', text: expect.stringContaining('its effect is unknown') })],
    });
    expect(warnings(JSON.stringify({ organizationId, type: 1 }))).toContain('its effect is unknown');
  });

  test('of invalid values, without repeating them', () => {
    const text = warnings(JSON.stringify({ ...envelope, parameters: { ...parameters, encoding: 'BOGUS' } }));
    expect(text).toMatch(/^encoding does not fit Sign payload: it must be one of PAYLOAD_ENCODING_HEXADECIMAL/m);
    expect(text).not.toContain('BOGUS');
  });

  test.each(['all', [{ userName: 1 }]])('of an earlier version with wrong members (%j): it is unreadable', (users) => {
    const described = meaning(
      JSON.stringify({ ...envelope, type: 'ACTIVITY_TYPE_CREATE_USERS_V2', parameters: { users } }),
    );
    expect(described).toMatchObject({ judged: 'unreadable', mark: null });
    expect(textsOf(described).join()).toContain('so its effect is unknown');
    const bare = meaning(JSON.stringify({ ...envelope, type: 'ACTIVITY_TYPE_CREATE_USERS_V2', parameters: users }));
    expect(bare.judged).toBe('unreadable');
  });

  test.each([
    ['a direction change', '\u202e'],
    ['a zero-width space', '\u200b'],
    ['a null character', '\\u0000'],
    ['half a surrogate pair', '\\ud800'],
    ['a no-break space', '\u00a0'],
    ['the fifth mark over a letter', 'a\u0301\u0301\u0301\u0301\u0301'],
  ])('of %s, and passes it on for the window to name', (_name, character) => {
    const text = `{"organizationId":"o","a":"x${character}y"}`;
    const described = meaning(text);
    expect(described.rows).toEqual([{ path: 'a', label: 'A', value: JSON.parse(text).a, kind: 'text' }]);
    expect(textsOf(described)).toEqual([expect.stringContaining('invisible')]);
  });

  test('of permissions in its contents, before any warning about members', () => {
    const typed = (domain: object, primaryType: string, message: Readonly<Record<string, string>>) =>
      JSON.stringify({
        types: {
          EIP712Domain: Object.entries({ name: 'string', chainId: 'uint256' }).map(([name, type]) => ({ name, type })),
          [primaryType]: Object.entries(message).map(([name, value]) => ({
            name,
            type: value.length === 42 ? 'address' : 'uint256',
          })),
        },
        primaryType,
        domain,
        message,
      });
    const dull = Array.from({ length: 60 }, (_, index) =>
      typed({ name: `\u200b${index}`, chainId: 1 }, 'Note', { number: '1' }),
    );
    const spender = `0x${'11'.repeat(20)}`;
    const all = (2n ** 256n - 1n).toString();
    const permit = typed({ name: 'Coin', chainId: 1 }, 'Permit', {
      owner: spender,
      spender,
      value: all,
      nonce: '0',
      deadline: all,
    });
    const { example, activityType } = OPERATIONS.sign_raw_payloads;
    const parameters = { ...example.parameters, encoding: 'PAYLOAD_ENCODING_EIP712', payloads: [...dull, permit] };
    const described = meaning(
      JSON.stringify({ type: activityType, organizationId: 'o', timestampMs: '1', parameters }),
    );
    expect(textsOf(described).slice(0, 2).join('\n')).toContain(`lets ${spender} take tokens`);
    expect(textsOf(described).at(-1)).toBe('More findings exist and are not listed.');
  });
});

describe('is refused', () => {
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array(0)],
    ['text', utf8Encode('stamp me')],
    ['a list', utf8Encode('[]')],
    ['null', utf8Encode('null')],
    ['two documents', utf8Encode('{}{}')],
    ['a byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d)],
    ['bytes that are not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
    ['a comma too many', utf8Encode('{"a":1,}')],
  ])('%s', (_name, body) => {
    expect(() => describeBody(body)).toThrowError(invalidInput);
  });
});

describe('a hostile body stays small on the screen', () => {
  const limits = { rows: 20_000, findings: 60 };
  const big: [string, string, RegExp][] = [
    [
      'nested 1,000,000 deep',
      `{"organizationId":"o","a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`,
      /nested deeper/,
    ],
    [
      'objects nested 200,000 deep',
      `{"organizationId":"o","a":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}}`,
      /nested deeper/,
    ],
    [
      'a list of 500,000 numbers',
      `{"organizationId":"o","a":[${'1,'.repeat(500_000)}1]}`,
      /more values than the 20000/,
    ],
    [
      '100,000 members',
      `{"organizationId":"o",${Array.from({ length: 100_000 }, (_, index) => `"m${index}":0`).join(',')}}`,
      /more values than the 20000/,
    ],
    ['100,000 times the same member', `{"organizationId":"o"${',"a":1'.repeat(100_000)}}`, /appears more than once/],
    [
      '100,000 unknown parameters',
      JSON.stringify({
        ...envelope,
        parameters: {
          ...parameters,
          ...Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`m${index}`, 1])),
        },
      }),
      /More findings/,
    ],
    [
      '100,000 wrong accounts',
      JSON.stringify({
        ...envelope,
        type: 'ACTIVITY_TYPE_CREATE_WALLET',
        parameters: { walletName: 'w', accounts: Array.from({ length: 100_000 }, () => ({})) },
      }),
      /does not fit/,
    ],
    ['a string of 3 MB', `{"organizationId":"o","a":"${'x'.repeat(3_000_000)}"}`, /^$/],
    ['a string of 1 MB of escapes', `{"organizationId":"o","a":"${'\\"'.repeat(500_000)}"}`, /^$/],
    ['a name of 3 MB', `{"organizationId":"o","${'x'.repeat(3_000_000)}":1}`, /^$/],
    [
      'a name of 3 MB with many values',
      `{"organizationId":"o","${'x'.repeat(3_000_000)}":[${'1,'.repeat(100_000)}1]}`,
      /more values/,
    ],
    ['an organization of 3 MB', `{"organizationId":"${'x'.repeat(3_000_000)}"}`, /too long to show/],
    ['a type of 3 MB', `{"organizationId":"o","type":"${'x'.repeat(3_000_000)}"}`, /effect is unknown/],
  ];

  test.each(big)('%s', (_name, text, warning) => {
    const described = meaning(text);
    expect(described.rows.length).toBeLessThanOrEqual(limits.rows);
    expect(described.findings.length).toBeLessThanOrEqual(limits.findings);
    expect(textsOf(described).join('\n')).toMatch(warning);
    expect(JSON.stringify(described).length).toBeLessThan(text.length + 12_000_000);
  });
});

test('every value is shown whole, and a body with too many pages cannot be signed', () => {
  const { rows, judged } = meaning(`{"organizationId":"o","a":"${'x'.repeat(1_000_000)}"}`);
  expect([rows.find(({ path }) => path === 'a')?.value.length, judged]).toEqual([1_000_000, 'whole']);
  const list = (length: number) => meaning(JSON.stringify({ organizationId: 'o', a: Array(length).fill(1) }));
  expect([list(19_000).judged, list(20_001).judged]).toEqual(['whole', 'unreadable']);
});

test('an undecoded call is blind and shows its selector, and a broken call is unreadable', () => {
  const { activityType, example } = OPERATIONS.eth_send_transaction;
  const sending = (call: object) =>
    meaning(
      JSON.stringify({
        ...envelope,
        type: activityType,
        parameters: { ...example.parameters, calls: [{ ...example.parameters.calls[0], ...call }] },
      }),
    );
  expect(sending({ data: '0x12ab34cd' })).toMatchObject({ judged: 'blind', mark: '0x12ab34cd' });
  expect(sending({ value: '2500000000000000000' })).toMatchObject({
    judged: 'whole',
    headline: expect.stringMatching(/^Send 2\.5 ETH to 0x/),
  });
  expect(sending({ data: '0x1' }).judged).toBe('unreadable');
});
