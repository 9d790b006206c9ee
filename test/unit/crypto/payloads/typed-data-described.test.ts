import { describe, expect, test } from 'vitest';
import { describePayload } from '../../../../electron/crypto/index.ts';
import { signing } from '../../../../electron/crypto/refusal.ts';
import vectors from '../../../vectors/eip-712.json' with { type: 'json' };
import { textsOf } from '../../findings.ts';

type Data = Record<string, unknown>;

const encoding = 'PAYLOAD_ENCODING_EIP712';
const mail = vectors.mail.data;
const domainType = mail.types.EIP712Domain;
const describeText = (text: string) => signing(() => describePayload(encoding, text));
const describeData = (data: unknown) => describeText(JSON.stringify(data));
const digestOf = (data: unknown) => describeData(data)?.fields.at(-1)?.value;
/** Typed data with one member `value` of the type. */
const one = (type: string, value: unknown): Data => ({
  domain: mail.domain,
  types: { EIP712Domain: domainType, Thing: [{ name: 'value', type }] },
  primaryType: 'Thing',
  message: { value },
});

describe('the explanation shows', () => {
  const permit = (value: unknown, domain: Data = mail.domain) => ({
    domain,
    types: {
      EIP712Domain: domainType.filter(({ name }) => name in domain),
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: { owner: mail.message.from.wallet, spender: mail.message.to.wallet.toLowerCase(), value },
  });

  test('every value that is hashed, in order', () => {
    const described = describeData(mail);
    expect({ ...described, fields: described?.fields.map(({ name, value, kind }) => ({ name, value, kind })) }).toEqual(
      {
        title: 'EIP-712 typed data: Mail',
        fields: [
          { name: 'domain.name', value: 'Ether Mail', kind: 'text' },
          { name: 'domain.version', value: '1', kind: 'text' },
          { name: 'domain.chainId', value: '1', kind: 'amount' },
          { name: 'domain.verifyingContract', value: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC', kind: 'address' },
          { name: 'primaryType', value: 'Mail', kind: 'text' },
          { name: 'message.from.name', value: 'Cow', kind: 'text' },
          { name: 'message.from.wallet', value: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826', kind: 'address' },
          { name: 'message.to.name', value: 'Bob', kind: 'text' },
          { name: 'message.to.wallet', value: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB', kind: 'address' },
          { name: 'message.contents', value: 'Hello, Bob!', kind: 'text' },
          { name: 'digest', value: `0x${vectors.mail.digest}`, kind: 'hash' },
        ],
        steps: [expect.objectContaining({ family: 'eip712', primaryType: 'Mail', digest: vectors.mail.digest })],
        unexplained: [],
        summary: [
          { name: 'Application', value: 'Ether Mail', kind: 'text' },
          { name: 'Version', value: '1', kind: 'text' },
          { name: 'Contract', value: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC', kind: 'address' },
          { name: 'Chain', value: 'Ethereum (1)', kind: 'text' },
        ],
        findings: [],
      },
    );
  });

  test('that a permit lets another party move tokens, and without limit', () => {
    const spender = '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB';
    const token = '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC';
    const permitTexts = (data: unknown) => {
      const step = describeData(data)?.steps[0];
      return typeof step === 'object' && step.family === 'eip712'
        ? step.permit?.findings.map(({ text }) => text)
        : null;
    };
    expect(permitTexts(permit('1000'))).toEqual([
      `This signature alone lets ${spender} take 1000 base units (or NFT 1000) of the token ${token}.`,
    ]);
    const all = permit(`0x${'f'.repeat(64)}`);
    const unlimited = describeData(all);
    expect(permitTexts(all)).toEqual([`This signature alone lets ${spender} take all of the token ${token}.`]);
    expect(unlimited?.fields.find(({ name }) => name === 'message.value')?.value).toMatch(
      /^1157920892.* \(unlimited\)$/,
    );
  });

  test('that a domain names no chain or no contract', () => {
    expect(textsOf(describeData(permit(1, { name: 'x' }))).at(-1)).toBe(
      'The typed data names no chain (chainId) and no contract (verifyingContract), so the signature may be used in more than one place.',
    );
  });

  test('members that are not signed', () => {
    const data = { ...mail, note: 'safe!', message: { ...mail.message, to: { ...mail.message.to, total: '1' } } };
    expect(textsOf(describeData(data))).toEqual([
      'Not part of what is signed, because no type declares it: note, message.to.total.',
    ]);
    expect(digestOf(data)).toBe(`0x${vectors.mail.digest}`);
  });

  test('that the message is not signed when the domain is the primary type', () => {
    expect(textsOf(describeData({ ...mail, primaryType: 'EIP712Domain' }))).toEqual([
      'Not part of what is signed, because no type declares it: message.',
    ]);
  });

  test.each(['OrderComponents', 'SubOrder', 'WebOrder', 'BOrder', 'OrderLyft', 'limit_order', 'ORDERS'])(
    'that %s looks like an order',
    (name) => {
      const types = { EIP712Domain: domainType, [name]: [] };
      expect(textsOf(describeData({ ...one('uint8', 1), types, primaryType: name, message: {} }))).toEqual([
        'This looks like an order: anyone with the signature can settle it as the fields state.',
      ]);
    },
  );

  test.each(['AddOrderlyKey', 'Border', 'borders'])('no order in the name %s', (name) => {
    const types = { EIP712Domain: domainType, [name]: [] };
    expect(textsOf(describeData({ ...one('uint8', 1), types, primaryType: name, message: {} }))).toEqual([]);
  });

  test('no order where identifiers of orders are cancelled, and one where an amount is beside them', () => {
    const cancelled = (more: readonly { name: string; type: string }[], values: Data) => ({
      ...one('uint8', 1),
      types: { EIP712Domain: domainType, OrderCancellations: [{ name: 'orderUids', type: 'bytes[]' }, ...more] },
      primaryType: 'OrderCancellations',
      message: { orderUids: [`0x${'ab'.repeat(56)}`], ...values },
    });
    expect(textsOf(describeData(cancelled([], {})))).toEqual([]);
    expect(textsOf(describeData(cancelled([{ name: 'sellAmount', type: 'uint256' }], { sellAmount: 1 })))).toEqual([
      'This looks like an order: anyone with the signature can settle it as the fields state.',
    ]);
  });

  test('every value, however many there are', () => {
    const meaning = describeData(one('uint8[]', Array(600).fill(1)));
    expect([meaning?.fields.length, textsOf(meaning)]).toEqual([606, []]);
  });
});
