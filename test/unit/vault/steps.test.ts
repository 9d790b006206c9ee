import { expect, test } from 'vitest';
import { describeBody } from '../../../electron/vault/describe.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { amino, coin, RECIPIENT, SENDER, send } from '../crypto/payloads/forms/cosmos-builder.ts';

/** The summary and the findings of a document of Cosmos that sends these amounts. */
function sending(amounts: readonly number[]) {
  const parameters = {
    signWith: SENDER,
    payload: amino(amounts.map((amount) => ({ ...send, value: { ...send.value, amount: [coin(String(amount))] } }))),
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_SHA256',
  };
  const { decoded, findings, headline } = describeBody(
    utf8Encode(
      JSON.stringify({
        type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
        timestampMs: '1745383555000',
        organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
        parameters,
      }),
    ),
  );
  const steps = (decoded?.summary ?? []).filter(({ name }) => name.startsWith('Step '));
  return { headline, steps, dangers: findings.filter(({ level }) => level === 'danger').map(({ text }) => text) };
}

test('steps that the headline only counts have rows, equal ones together', () => {
  expect(sending([1, 2]).steps).toEqual([]);
  const { headline, steps } = sending([1, 1, 1, 1_000_000_000_000, 1]);
  expect(headline).toBe(`Send 1000000 ATOM to ${RECIPIENT}, and 4 more`);
  expect(steps.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    `Step 1: Send 0.000001 ATOM to ${RECIPIENT} (4 times)`,
  ]);
});

test('steps that have no row are counted in a danger', () => {
  const { steps, dangers } = sending(Array.from({ length: 103 }, (_none, index) => index + 1));
  expect(steps.length).toBe(100);
  expect(dangers).toContain('2 of its 103 steps are only among the fields: read each of them.');
  expect(sending(Array.from({ length: 101 }, (_none, index) => index + 1)).dangers.join()).not.toContain('steps');
});

test('payloads that the headline only counts have rows, also behind unknown bytes', () => {
  const meaning = (encoding: string, payloads: readonly string[], hashFunction: string) =>
    describeBody(
      utf8Encode(
        JSON.stringify({
          type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOADS',
          timestampMs: '1745383555000',
          organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
          parameters: { signWith: SENDER, payloads, encoding, hashFunction },
        }),
      ),
    );
  const rowsOf = ({ decoded }: ReturnType<typeof describeBody>) =>
    (decoded?.summary ?? [])
      .filter(({ name }) => /^Payload \d/.test(name))
      .map(({ name, value }) => `${name}: ${value}`);
  const texts = meaning('PAYLOAD_ENCODING_TEXT_UTF8', ['hello', 'good day', 'sell my house'], 'HASH_FUNCTION_SHA256');
  expect(texts.headline).toBe('Sign the text “hello”, and 2 more');
  expect(rowsOf(texts)).toEqual(['Payload 2: Sign the text “good day”', 'Payload 3: Sign the text “sell my house”']);
  const payment = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';
  const mixed = meaning('PAYLOAD_ENCODING_HEXADECIMAL', ['aabb', 'ccdd', payment], 'HASH_FUNCTION_KECCAK256');
  expect(mixed.headline).toContain('Send 0.000000000000000001 ETH');
  expect(rowsOf(mixed)).toEqual(['Payload 1: Sign bytes of unknown kind (2 times)']);
});
