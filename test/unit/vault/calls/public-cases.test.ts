import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { refusedOr } from '../../../../electron/crypto/payloads/forms/form.ts';
import { Refusal } from '../../../../electron/crypto/refusal.ts';
import { rlpDecode, rlpEncode } from '../../../../electron/crypto/transactions/ethereum/rlp.ts';
import { describeBody } from '../../../../electron/vault/describe.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';

/** A checkout of the public ERC-7730 registry at the commit of the built-in one. */
const CHECKOUT = process.env.CASTELLAN_ERC7730;

/** One test of a descriptor: a transaction in hex, or typed data. */
interface PublicCase {
  readonly rawTx?: string;
  readonly data?: object;
}

/** The different tests of all descriptors, by their file and place. Of equal ones the last counts. */
function casesOf(root: string): [name: string, given: PublicCase][] {
  const found = new Map<string, [string, PublicCase]>();
  const files = readdirSync(join(root, 'registry'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tests.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  for (const path of files) {
    const { tests = [] }: { tests?: readonly PublicCase[] } = JSON.parse(readFileSync(path, 'utf8'));
    const name = relative(join(root, 'registry'), path).split(sep).join('/').replace('.tests.json', '');
    for (const [index, given] of tests.entries())
      found.set((given.rawTx ?? JSON.stringify(given.data)).toLowerCase(), [`${name} ${index}`, given]);
  }
  return [...found.values()];
}

/** The transaction without its signature. Most of the registry's are as the chain has them. */
function unsigned(text: string): string {
  const bytes = hexDecode(text.replace(/^0x/, ''));
  const isTyped = (bytes[0] ?? 0) < 0x80;
  const items = refusedOr(() => rlpDecode(isTyped ? bytes.subarray(1) : bytes));
  if (items instanceof Uint8Array || items instanceof Refusal) return hexEncode(bytes);
  if (isTyped) {
    const count = bytes[0] === 1 ? 8 : bytes[0] === 2 ? 9 : 10;
    return items.length === count + 3 ? `0${bytes[0]}${hexEncode(rlpEncode(items.slice(0, count)))}` : hexEncode(bytes);
  }
  const v = items[6] instanceof Uint8Array ? Number(`0x0${hexEncode(items[6])}`) : 0;
  const s = items[8];
  if (!(s instanceof Uint8Array) || s.length === 0) return hexEncode(bytes);
  if (v < 35) return hexEncode(rlpEncode(items.slice(0, 6)));
  const none = new Uint8Array();
  return hexEncode(rlpEncode([...items.slice(0, 6), Uint8Array.of((v - 35) >> 1), none, none]));
}

/** Some addresses of the registry's tests have a wrong checksum, which is refused. In lower case they have none. */
const inLowerCase = (data: object | undefined) =>
  JSON.stringify(data).replaceAll(/"0x[0-9a-fA-F]{40}"/g, (address) => address.toLowerCase());

function explained({ rawTx, data }: PublicCase) {
  const asked =
    rawTx === undefined
      ? {
          type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
          parameters: {
            signWith: 'account',
            payload: inLowerCase(data),
            encoding: 'PAYLOAD_ENCODING_EIP712',
            hashFunction: 'HASH_FUNCTION_NO_OP',
          },
        }
      : {
          type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
          parameters: { signWith: 'account', unsignedTransaction: unsigned(rawTx), type: 'TRANSACTION_TYPE_ETHEREUM' },
        };
  const body = { ...asked, timestampMs: '1745383555000', organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10' };
  return describeBody(utf8Encode(JSON.stringify(body)));
}

/** The reason for a judgment, without names and values. */
const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/does not explain every member/, 'members that the descriptor does not explain'],
  [/shows bytes that it does not explain/, 'bytes that the descriptor does not explain'],
  [/bytes? follows? the arguments/, 'bytes behind the arguments'],
  [/can stand for another sender/, 'an appended sender'],
];

describe.skipIf(CHECKOUT === undefined)('the own tests of the public registry', () => {
  const cases = CHECKOUT === undefined ? [] : casesOf(CHECKOUT);

  test('are each described as whole or as blind, with a reason', async () => {
    const lines = cases.map(([name, given]) => {
      const { judged, findings } = explained(given);
      const texts = findings.map(({ text }) => text);
      const why = REASONS.filter(([pattern]) => texts.some((text) => pattern.test(text))).map(([, reason]) => reason);
      const other = findings.find(({ level }) => level === 'danger')?.text ?? texts[0] ?? '';
      return judged === 'whole' ? `${name}: whole` : `${name}: ${judged}, ${why.length === 0 ? other : why.join(', ')}`;
    });
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('public-cases.txt');
  });
});
