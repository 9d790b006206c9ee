import { expect, test } from 'vitest';
import { describePayload } from '../../../../electron/crypto/index.ts';
import vectors from '../../../vectors/eip-712.json' with { type: 'json' };

const mail = vectors.mail.data;

test('each value of typed data has its place, and unsigned members are not explained', () => {
  const data = { ...mail, note: 'grün', message: { ...mail.message, contents: 'Grüße 🎈', bonus: 7 } };
  const text = JSON.stringify(data, null, 2);
  const bytes = new TextEncoder().encode(text);
  const at = (range?: { start: number; end: number }) =>
    new TextDecoder().decode(bytes.subarray(range?.start, range?.end));
  const described = describePayload('PAYLOAD_ENCODING_EIP712', text);
  for (const { name, value, range } of described?.fields.slice(0, -1) ?? [])
    expect([name, at(range)]).toEqual([name, value]);
  expect(described?.fields.filter(({ range }) => range === undefined).map(({ name }) => name)).toEqual(['digest']);
  expect(described?.unexplained.map(at)).toEqual(['7', 'grün']);
});

test('an undeclared member is not explained, even with the path of a declared one', () => {
  const data = {
    types: { EIP712Domain: [], Outer: [{ name: 'to', type: 'Inner' }], Inner: [{ name: 'amount', type: 'uint8' }] },
    primaryType: 'Outer',
    domain: {},
    message: { to: { amount: 1 }, 'to.amount': 2, 'to\namount': 3 },
  };
  const text = JSON.stringify(data);
  const described = describePayload('PAYLOAD_ENCODING_EIP712', text);
  const amount = described?.fields.find(({ name }) => name === 'message.to.amount');
  expect(text.slice(amount?.range?.start, amount?.range?.end)).toBe('1');
  expect(described?.unexplained.map(({ start, end }) => text.slice(start, end))).toEqual(['2', '3']);
});
