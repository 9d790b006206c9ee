import { describe, expect, test } from 'vitest';
import { describePayload, signRawPayload } from '../../../../electron/crypto/index.ts';
import { authorizationOf } from '../../../../electron/crypto/payloads/eip7702-authorization.ts';
import { signing } from '../../../../electron/crypto/refusal.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';
import { textsOf } from '../../findings.ts';

const encoding = 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION';
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const authorization = { address, chainId: 1, nonce: 7 };
const describeValue = (value: unknown) =>
  signing(() => describePayload(encoding, typeof value === 'string' ? value : JSON.stringify(value)));

test('an authorization shows the code’s address, its chain and its nonce', () => {
  expect(describeValue({ ...authorization, address: address.toLowerCase() })).toEqual({
    title: 'EIP-7702 authorization',
    unexplained: [],
    fields: [
      { name: 'address', value: address, kind: 'address', range: { start: 12, end: 54 } },
      { name: 'chainId', value: '1', kind: 'text', range: { start: 66, end: 67 } },
      { name: 'nonce', value: '7', kind: 'text', range: { start: 76, end: 77 } },
      { name: 'digest', value: '0xecf68c3aa9fcff1ff1cf1d250724dc93865f7f49d29d16b08994a19af4a61228', kind: 'hash' },
    ],
    steps: [`Let the contract ${address} act for the account, on Ethereum (1)`],
    summary: [
      { name: 'Contract', value: address, kind: 'address' },
      { name: 'Chain', value: 'Ethereum (1)', kind: 'text' },
      { name: 'Nonce', value: '7', kind: 'text' },
    ],
    findings: [
      {
        level: 'danger',
        text: `The account will run the code at ${address}, which can move everything the account holds, until another authorization replaces it.`,
        field: 'address',
        basis: 'EIP-7702',
      },
    ],
  });
});

test('a delegation on every chain and its end get a warning', () => {
  const meaning = describeValue({ address: `0x${'0'.repeat(40)}`, chainId: 0, nonce: 0 });
  expect(textsOf(meaning)).toEqual([
    'Chain id 0: this authorization is valid on EVERY chain.',
    'This removes the delegated code from the account.',
  ]);
  expect(meaning?.fields[1]?.value).toBe('0 (every chain)');
});

describe('bytes are an authorization', () => {
  const code = `94${'ab'.repeat(20)}`;
  const read = (list: string) => authorizationOf(hexDecode(`05${list}`));

  test('with numbers in their one spelling', () => {
    expect(read(`d701${code}07`)).toMatchObject({ chainId: 1, nonce: 7 });
    expect(read(`d780${code}80`)).toMatchObject({ chainId: 0, nonce: 0 });
  });

  test.each([
    ['zero as a byte', `d700${code}07`],
    ['a leading zero in the chain', `d9820001${code}07`],
    ['a leading zero in the nonce', `d901${code}820007`],
  ])('and not with %s, whose digest is another', (_name, list) => {
    expect(read(list)).toBeNull();
  });
});

describe('an authorization is refused', () => {
  const shape = /^invalid payload: an authorization is a JSON object with address, chainId and nonce/;
  test.each<[string, unknown, RegExp]>([
    ['that is a list', [], shape],
    ['with another member', { ...authorization, yParity: 0 }, shape],
    ['with a member named like a prototype', '{"__proto__":{},"address":"","chainId":1,"nonce":1}', shape],
    ['without an address', { chainId: 1, nonce: 7 }, /address is missing: write the address of the code/],
    [
      'with a wrong checksum',
      { ...authorization, address: address.replace('f39F', 'F39f') },
      /do not fit its checksum/,
    ],
    ['with a short address', { ...authorization, address: '0x00' }, /it has 2 hexadecimal digits and must have 40/],
    [
      'with the address of another client',
      { contractAddress: address, chainId: 1, nonce: 7 },
      /write address in place of/,
    ],
    ['without a nonce', { address, chainId: 1 }, /nonce is missing: write a whole JSON number/],
    ['with a nonce as text', { ...authorization, nonce: '7' }, /nonce is text: write a whole number .* without quotes/],
    ['with a chain as hexadecimal text', { ...authorization, chainId: '0x1' }, /chainId is text: .* decimal digits/],
    ['with a chain below zero', { ...authorization, chainId: -1 }, /chainId is below 0/],
    ['with a broken chain', { ...authorization, chainId: 1.5 }, /chainId is not/],
    ['with a nonce that is not exact', { ...authorization, nonce: 2 ** 53 }, /nonce is not/],
    ['with the same member twice', `{"address":"${address}","chainId":1,"chainId":0,"nonce":1}`, /has chainId twice/],
    ['that is no JSON', '0x05', /it is not JSON/],
  ])('%s', (_name, value, message) => {
    expect(() => describeValue(value)).toThrowError(
      expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringMatching(message) }),
    );
  });

  test('for an Ed25519 account', () => {
    expect(() =>
      signRawPayload({
        curve: 'CURVE_ED25519',
        encoding,
        payload: JSON.stringify(authorization),
        privateKey: new Uint8Array(32).fill(1),
      }),
    ).toThrowError(/^invalid payload encoding/);
  });
});
