import { expect, test } from 'vitest';
import { signDigest } from '../../../electron/crypto/curves/ecdsa-digest.ts';
import { keccak256 } from '../../../electron/crypto/keccak.ts';
import { numberBytes, type RlpItem, rlpEncode } from '../../../electron/crypto/transactions/ethereum/rlp.ts';
import { describeBody } from '../../../electron/vault/describe.ts';
import { hexDecode, hexEncode, utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { encodeCall } from '../../meanings/evm-calls.ts';
import { coinSwap, ROUTER, routed } from '../../meanings/router-plans.ts';
import vectors from '../../vectors/eip-712.json' with { type: 'json' };

const SIGNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB = `0x${'22'.repeat(20)}`;
const NONE = new Uint8Array(0);
const number = (value: number | bigint) => numberBytes(BigInt(value));
const paid = encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: 1_234_567n });

const market = [number(1), number(7), number(1), number(2), number(10 ** 6)];
const batch = encodeCall('executeBatch(address[] dest, uint256[] value, bytes[] func)', {
  dest: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', BOB],
  value: [0n, 5n],
  func: [paid, NONE],
});
const call = (to: string, data: Uint8Array): RlpItem[] => [...market, hexDecode(to.slice(2)), number(9), data, []];

/** Signed as EIP-7702 has it. */
function authorization(): RlpItem {
  const said = [number(1), hexDecode(BOB.slice(2)), number(3)];
  const { r, s, recovery } = signDigest(
    'CURVE_SECP256K1',
    new Uint8Array(32).fill(5),
    keccak256(Uint8Array.of(5, ...rlpEncode(said))),
  );
  return [...said, number(recovery), r, s];
}
const tempoCalls: RlpItem = [
  [hexDecode(`20c0${'00'.repeat(18)}`), NONE, paid],
  [hexDecode(BOB.slice(2)), NONE, hexDecode('d0e30db0')],
];
const tempo = [
  number(42_431),
  NONE,
  number(1),
  number(10 ** 6),
  tempoCalls,
  [],
  NONE,
  NONE,
  number(9),
  NONE,
  NONE,
  NONE,
  [],
];

type Content = readonly [
  type: string,
  member: string,
  around: object,
  bytes: Uint8Array,
  spell: (bytes: Uint8Array) => string,
];
const transaction = (type: string, hex: string): Content => [
  'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
  'unsignedTransaction',
  { type },
  hexDecode(hex),
  hexEncode,
];
const payload = (encoding: string, text: string | Uint8Array, hashFunction = 'HASH_FUNCTION_NO_OP'): Content => [
  'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
  'payload',
  { encoding, hashFunction },
  typeof text === 'string' ? utf8Encode(text) : text,
  typeof text === 'string' ? utf8Decode : hexEncode,
];

const CONTENTS: Readonly<Record<string, Content>> = {
  'an Ethereum transaction of calls': transaction(
    'TRANSACTION_TYPE_ETHEREUM',
    `02${hexEncode(rlpEncode(call(BOB, batch)))}`,
  ),
  'a plan of a router': transaction(
    'TRANSACTION_TYPE_ETHEREUM',
    `02${hexEncode(rlpEncode(call(ROUTER, routed(...coinSwap(9n, BOB)))))}`,
  ),
  'a call that nobody knows': transaction(
    'TRANSACTION_TYPE_ETHEREUM',
    `02${hexEncode(rlpEncode(call(BOB, hexDecode('12345678ff'))))}`,
  ),
  'a delegation': transaction(
    'TRANSACTION_TYPE_ETHEREUM',
    `04${hexEncode(rlpEncode([...call(BOB, NONE), [authorization()]]))}`,
  ),
  'a batch of Tempo': transaction('TRANSACTION_TYPE_TEMPO', `76${hexEncode(rlpEncode(tempo))}`),
  'typed data': payload('PAYLOAD_ENCODING_EIP712', JSON.stringify(vectors.mail.data)),
  'an authorization': payload(
    'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
    JSON.stringify({ address: BOB, chainId: 10, nonce: 7 }),
  ),
  'a text': payload('PAYLOAD_ENCODING_TEXT_UTF8', 'Pay 25 to Bob,\nnot to Bóra.', 'HASH_FUNCTION_SHA256'),
  'a personal message': payload(
    'PAYLOAD_ENCODING_HEXADECIMAL',
    utf8Encode('\u0019Ethereum Signed Message:\n13Pay 25 to Bob'),
    'HASH_FUNCTION_KECCAK256',
  ),
  'hashes of typed data': payload(
    'PAYLOAD_ENCODING_HEXADECIMAL',
    Uint8Array.of(0x19, 1, ...new Uint8Array(64).fill(7)),
    'HASH_FUNCTION_KECCAK256',
  ),
};

/**
 * All texts about contents, without the parts that only repeat them: rows of the body, data beside its meaning, and
 * digests.
 */
function describedBytes([type, member, around, , spell]: Content, bytes: Uint8Array) {
  const parameters = { signWith: SIGNER, ...around, [member]: spell(bytes) };
  const body = {
    type,
    timestampMs: '1745383555000',
    organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
    parameters,
  };
  const { headline, decoded, findings, judged, mark } = describeBody(utf8Encode(JSON.stringify(body)));
  const { title, summary, fields = [], unexplained } = decoded ?? {};
  const whole = new Set(
    fields.flatMap(({ name }) => [...name.matchAll(/[.[]/g)].map(({ index }) => name.slice(0, index))),
  );
  const parts = fields.filter(({ name }) => !whole.has(name) && name !== 'digest');
  return { judged, unexplained, said: JSON.stringify([headline, title, summary, parts, findings, judged, mark]) };
}

test.each(Object.entries(CONTENTS))(
  'a flip of any byte of %s shows, is refused, or is listed as unexplained',
  (_, content) => {
    const [, , , bytes, spell] = content;
    const asked = describedBytes(content, bytes);
    expect(asked.judged).not.toBe('unreadable');
    let changes = 0;
    for (let index = 0; index < bytes.length; index += 1) {
      if (asked.unexplained?.some(({ start, end }) => start <= index && index < end)) continue;
      for (const flip of [0x01, 0x80]) {
        const changed = bytes.slice();
        changed[index] = (changed[index] ?? 0) ^ flip;
        // No text has bytes that are not UTF-8.
        if (spell === utf8Decode && flip === 0x80) continue;
        const got = describedBytes(content, changed);
        if (got.judged === 'unreadable') continue;
        changes += 1;
        expect(got.said === asked.said, `byte ${index}`).toBe(false);
      }
    }
    expect(changes).toBeGreaterThan(0);
  },
);
