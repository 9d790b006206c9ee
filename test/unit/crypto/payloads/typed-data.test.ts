import { describe, expect, test } from 'vitest';
import { describePayload, signRawPayload } from '../../../../electron/crypto/index.ts';
import { signing } from '../../../../electron/crypto/refusal.ts';
import vectors from '../../../vectors/eip-712.json' with { type: 'json' };

type Data = Record<string, unknown>;

const encoding = 'PAYLOAD_ENCODING_EIP712';
const mail = vectors.mail.data;
const domainType = mail.types.EIP712Domain;
const describeText = (text: string) => signing(() => describePayload(encoding, text));
const describeData = (data: unknown) => describeText(JSON.stringify(data));
const digestOf = (data: unknown) => describeData(data)?.fields.at(-1)?.value;
const refused = (reason: string) =>
  expect.objectContaining({ code: 'INVALID_INPUT', message: `invalid payload: ${reason}. Nothing was signed.` });

/** Typed data with one member `value` of the type. */
const one = (type: string, value: unknown): Data => ({
  domain: mail.domain,
  types: { EIP712Domain: domainType, Thing: [{ name: 'value', type }] },
  primaryType: 'Thing',
  message: { value },
});
const typesOf = (types: unknown): Data => ({ ...mail, types });

describe('values are read in every common spelling', () => {
  test.each<[string, unknown[]]>([
    ['uint256', [255, '255', '0xff', '0xFF', '0X00ff', '00255']],
    ['int8', [-128, '-128']],
    ['uint256', [(2n ** 256n - 1n).toString(), `0x${'f'.repeat(64)}`]],
    [
      'address',
      [`0x${'ab'.repeat(20)}`, `0x${'AB'.repeat(20)}`, '0xabABaBABABABaBAbAbaBaBAbABaBaBabaBABaBaB'.toLowerCase()],
    ],
    ['bytes', ['0xabcd', '0xABCD']],
    ['bytes2', ['0xabcd', '0xAbCd']],
  ])('%s %j', (type, spellings) => {
    expect(new Set(spellings.map((value) => digestOf(one(type, value)))).size).toBe(1);
  });
});

describe('a value of the wrong type is refused with the name of its member', () => {
  test.each<[string, unknown]>([
    ['uint8', 256],
    ['uint8', -1],
    ['int8', 128],
    ['int8', '-129'],
    ['uint256', (2n ** 256n).toString()],
    ['uint256', `0x1${'0'.repeat(64)}`],
    ['uint256', 1.5],
    ['uint256', 2 ** 53],
    ['uint256', ''],
    ['uint256', '0x'],
    ['uint256', ' 1'],
    ['uint256', '1e3'],
    ['uint256', '-0x1'],
    ['uint256', null],
    ['uint256', true],
    ['uint256', ['1']],
    ['bool', 'true'],
    ['bool', 1],
    ['address', `0X${'ab'.repeat(20)}`],
    ['bytes', '0Xab'],
    ['bytes1', '0Xab'],
    ['bool', null],
    ['string', 5],
    ['string', '\ud800'],
    ['bytes', '0xabc'],
    ['bytes', 'abcd'],
    ['bytes', [1, 2]],
    ['bytes2', '0xab'],
    ['bytes2', '0xabcdef'],
    ['address', `0x${'ab'.repeat(19)}`],
    ['address', 'ab'.repeat(20)],
    ['address', '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD827'],
  ])('%s of %j', (type, value) => {
    expect(() => describeData(one(type, value))).toThrowError(/^invalid payload: message\.value (?:is|has|must) /);
  });

  test.each<[string, unknown, string]>([
    ['uint8[]', 1, 'message.value is not a list'],
    ['uint8[]', { length: 1, 0: 1 }, 'message.value is not a list'],
    ['uint8[2]', [1], 'message.value has 1 item, and its type has 2'],
    ['uint8[2][]', [[1, 2], [1]], 'message.value[1] has 1 item, and its type has 2'],
    ['Thing[]', [{}], 'message.value[0].value is missing'],
    ['Thing[]', [null], 'message.value[0] is not an object with the members of Thing'],
  ])('%s of %j', (type, value, reason) => {
    expect(() => describeData(one(type, value))).toThrowError(refused(reason));
  });

  test('items are named by their place', () => {
    expect(() =>
      describeData(
        one('uint8[2][]', [
          [1, 2],
          [3, 256],
        ]),
      ),
    ).toThrowError(/message\.value\[1\]\[1\] is 256, which does not fit uint8/);
  });
});

test('EIP712Domain is derived from the domain when it is undeclared', () => {
  const { EIP712Domain: _declared, ...types } = mail.types;
  expect(digestOf({ ...mail, types })).toBe(digestOf(mail));
});

const ADDRESS = `0x${'11'.repeat(20)}`;
const undeclared = (type: string) =>
  `types.Thing: the type of ${type}, which types does not declare: declare it, or write a type of EIP-712`;

describe('typed data is refused', () => {
  const { EIP712Domain: _domain, ...withoutDomain } = mail.types;

  test.each<[string, unknown, string]>([
    ['that is a list', [], 'typed data is a JSON object with domain, types, primaryType and message'],
    ['without types', { ...mail, types: undefined }, 'it has no types: add the types of its message'],
    [
      'with types in quotes',
      { ...mail, types: '{}' },
      'its types are not an object: write the types as JSON without quotes around them',
    ],
    [
      'without its domain type and with a member that the standard does not list',
      { ...mail, types: withoutDomain, domain: { ...mail.domain, network: 'x' } },
      'its types have no EIP712Domain, and domain.network is not a standard member: declare the type',
    ],
    [
      'without its domain type and with an empty version',
      { ...mail, types: withoutDomain, domain: { ...mail.domain, version: '' } },
      'its types have no EIP712Domain, and libraries disagree about an empty domain.version: declare the type',
    ],
    [
      'without its domain type and a domain',
      { ...mail, types: withoutDomain, domain: undefined },
      'it has neither a domain nor the type EIP712Domain: add both',
    ],
    [
      'with a version that is a number',
      { ...mail, domain: { ...mail.domain, version: 1 } },
      'domain.version is the number 1 and must be text: write it in quotes',
    ],
    [
      'without a domain',
      { ...mail, domain: undefined },
      'it has no domain: add the object with the members of EIP712Domain',
    ],
    ['with half a domain', { ...mail, domain: { name: 'x' } }, 'domain.version is missing'],
    [
      'without a message',
      { ...mail, message: undefined },
      'it has no message: add the object with the members of Mail',
    ],
    [
      'with null for a struct',
      { ...mail, message: { ...mail.message, to: null } },
      'message.to is not an object with the members of Person',
    ],
    [
      'with an unknown primary type',
      { ...mail, primaryType: 'Letter' },
      'its primaryType “Letter” is not one of its types: declare it, or write the name of one',
    ],
    [
      'with a primary type of the prototype',
      { ...mail, primaryType: 'constructor' },
      'its primaryType “constructor” is not one of its types: declare it, or write the name of one',
    ],
    [
      'with a member declared twice',
      one2([
        ['a', 'bool'],
        ['a', 'bool'],
      ]),
      'types.Thing declares a twice',
    ],
    ['with an undeclared type', one2([['a', 'Missing']]), undeclared('a is Missing')],
    ['with a type of the prototype', one2([['a', 'toString']]), undeclared('a is toString')],
    [
      'with a type that would change the text',
      one2([['a', 'bool b,bool']]),
      'types.Thing: the type of a is not written like a type: write a type of EIP-712 or the name of a declared struct',
    ],
    [
      'without a primary type',
      { ...mail, primaryType: undefined },
      'it has no primaryType: add the name of the type of its message',
    ],
    [
      'with a primary type that is a number',
      { ...mail, primaryType: 1 },
      'its primaryType is not text: write it in quotes',
    ],
    [
      'that was encoded twice',
      JSON.stringify(mail),
      'it is text with JSON in it: it was encoded twice, so give the object without quotes',
    ],
    [
      'behind an address',
      [ADDRESS, mail],
      'it is the list of an address and typed data: give the typed data alone, as an object',
    ],
    [
      'behind an address, as text',
      [ADDRESS, JSON.stringify(mail)],
      'it is the list of an address and typed data: give the typed data alone, as an object',
    ],
    [
      'of version 1',
      [{ type: 'string', name: 'Message', value: 'Hi' }],
      'it is the list of eth_signTypedData version 1, which EIP-712 replaced: ask for version 4',
    ],
    [
      'with a name that would change the text',
      one2([['a,bool b', 'bool']]),
      'types.Thing[0] has the name “a,bool b”, which is not allowed: write letters A to Z, digits, _, $, :, . and -, beginning with a letter, _ or $',
    ],
    [
      'with a type named like an atomic one',
      typesOf({ ...mail.types, uint8: [] }),
      'the name “uint8” of a struct is that of a value: give it another name',
    ],
    ['with members that are no list', typesOf({ ...mail.types, Mail: {} }), 'types.Mail is not a list of members'],
  ])('%s', (_name, data, reason) => {
    expect(() => describeData(data)).toThrowError(refused(reason));
  });

  test.each([
    ['uint', 'uint', 'Write uint256'],
    ['int', 'int', 'Write int256'],
    ['uint[]', 'uint', 'Write uint256'],
    ['int[2][]', 'int', 'Write int256'],
    ['uint0', 'uint0', 'Write a size of 8 to 256 bits in steps of 8, such as uint256'],
    ['uint7', 'uint7', 'Write a size of 8 to 256 bits in steps of 8, such as uint256'],
    ['uint264', 'uint264', 'Write a size of 8 to 256 bits in steps of 8, such as uint256'],
    ['uint08', 'uint08', 'Write a size of 8 to 256 bits in steps of 8, such as uint256'],
    ['bytes0', 'bytes0', 'Write bytes1 to bytes32, or bytes for any length'],
    ['bytes33[]', 'bytes33', 'Write bytes1 to bytes32, or bytes for any length'],
    ['byte', 'byte', 'Write bytes1'],
    ['boolean', 'boolean', 'Write bool'],
    ['str', 'str', 'Write string'],
    ['address payable', 'address payable', 'Write address'],
    ['fixed128x18', 'fixed128x18', 'Ask for typed data with a type that the standard lists'],
    ['function', 'function', 'Ask for typed data with a type that the standard lists'],
  ])('with a member of type %j, and the error says what to write', (type, base, advice) => {
    expect(() => describeData(one2([['amount', type]]))).toThrowError(
      refused(`types.Thing: the type of amount is ${base}, which is not a type of EIP-712. ${advice}`),
    );
  });

  test.each(['uint', 'int', 'uint7', 'bytes33', 'byte', 'boolean'])('with a struct that is called %j', (name) => {
    expect(() => describeData(typesOf({ ...mail.types, [name]: [{ name: 'a', type: 'bool' }] }))).toThrowError(
      refused(`the name “${name}” of a struct is that of a value: give it another name`),
    );
  });

  test.each(['bool[0]', 'bool[01]', 'bool[-1]', 'bool[', 'bool]', '[]', ' bool'])(
    'with a member of type %j',
    (type) => {
      expect(() => describeData(one2([['a', type]]))).toThrowError(
        /^invalid payload: types\.Thing: the type of a (?:is|has) /,
      );
    },
  );

  test.each([
    ['{"domain":{},"domain":{}}', 'it has domain twice in one object: remove one, or its meaning is not certain'],
    ['{"a":[{"b":1,"\\u0062":2}]}', 'it has a[0].b twice in one object: remove one, or its meaning is not certain'],
    ['{"a":1e3}', 'it has a number that is not written in whole digits, so its meaning is not certain'],
    ['{"a":9007199254740990.9}', 'it has a number that is not written in whole digits, so its meaning is not certain'],
    ['{', 'it is not JSON (line 1, column 2: it ends before a curly bracket } closes it)'],
    ['', 'it is not JSON (it is empty)'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'it is nested deeper than 64 levels'],
  ])('as the text %j', (text, reason) => {
    expect(() => describeText(text)).toThrowError(refused(reason));
  });

  test('for accounts of other curves, and above a mebibyte', () => {
    const request = { payload: JSON.stringify(mail), encoding, privateKey: new Uint8Array(32).fill(1) } as const;
    const wrongEncoding = expect.objectContaining({ message: expect.stringMatching(/^invalid payload encoding/) });
    expect(() => signRawPayload({ ...request, curve: 'CURVE_ED25519' })).toThrowError(wrongEncoding);
    expect(() => signRawPayload({ ...request, curve: 'CURVE_P256' })).toThrowError(wrongEncoding);
    expect(() =>
      signRawPayload({ ...request, curve: 'CURVE_SECP256K1', addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR' }),
    ).toThrowError(wrongEncoding);
    expect(() => describeText(' '.repeat(1024 * 1024 + 1))).toThrowError(
      refused('it is longer than 1048576 characters'),
    );
  });
});

/** Typed data whose primary type has these members. The message has all of them as false. */
function one2(members: [string, string][]): Data {
  const Thing = members.map(([name, type]) => ({ name, type }));
  const message = Object.fromEntries(members.map(([name]) => [name, false]));
  return { domain: mail.domain, types: { EIP712Domain: domainType, Thing }, primaryType: 'Thing', message };
}

test('the requested hash function has no effect', () => {
  const privateKey = new Uint8Array(32).fill(1);
  const signatures = (
    [
      'HASH_FUNCTION_NO_OP',
      'HASH_FUNCTION_KECCAK256',
      'HASH_FUNCTION_SHA256',
      'HASH_FUNCTION_NOT_APPLICABLE',
      undefined,
    ] as const
  ).map((hashFunction) =>
    signRawPayload({ curve: 'CURVE_SECP256K1', payload: JSON.stringify(mail), encoding, hashFunction, privateKey }),
  );
  expect(new Set(signatures.map(({ r }) => r)).size).toBe(1);
});

test('a type may refer to itself, and may have a colon in its name', () => {
  const node = (value: string, children: unknown[]) => ({ value, children });
  const types = {
    EIP712Domain: domainType,
    'Tree:Node': [
      { name: 'value', type: 'string' },
      { name: 'children', type: 'Tree:Node[]' },
    ],
  };
  const message = node('a', [node('b', []), node('c', [node('d', [])])]);
  const meaning = describeData({ domain: mail.domain, types, primaryType: 'Tree:Node', message });
  expect(meaning?.fields.map(({ name }) => name)).toContain('message.children[1].children[0].value');
});

test('names of Object.prototype are ordinary names', () => {
  const members = ['__proto__', 'constructor', 'toString'];
  const text = JSON.stringify(one2(members.map((name) => [name, 'bool'])));
  const without = text.replace('"message":{"__proto__":false,', '"message":{');
  expect(describeText(text)?.fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(members.map((name) => `message.${name}`)),
  );
  expect(() => describeText(without)).toThrowError(refused('message.__proto__ is missing'));
});
