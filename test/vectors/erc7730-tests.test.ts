import { expect, it } from 'vitest';
import { describeBody } from '../../electron/vault/describe.ts';
import { utf8Encode } from '../../shared/wire/index.ts';
import vectors from './erc7730-tests.json' with { type: 'json' };

/** The tests of a descriptor by its path, with the judgment, and the values that the registry expects and a person sees. */
type Row = readonly [
  path: string,
  index: number,
  kind: 'raw' | 'typed',
  judged: 'whole' | 'blind' | 'unreadable',
  shown: readonly string[],
  content: unknown,
];

const signing = ([, , kind, , , content]: Row) =>
  kind === 'raw'
    ? {
        type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
        parameters: { signWith: 'account', unsignedTransaction: content, type: 'TRANSACTION_TYPE_ETHEREUM' },
      }
    : {
        type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
        parameters: {
          signWith: 'account',
          payload: JSON.stringify(content),
          encoding: 'PAYLOAD_ENCODING_EIP712',
          hashFunction: 'HASH_FUNCTION_NO_OP',
        },
      };

it.each((vectors as unknown as readonly Row[]).map((row) => [`${row[0]} ${row[1]}`, row] as const))(
  'describes the registry’s own test: %s',
  (_name, row) => {
    const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
    const body = { ...signing(row), timestampMs: '1745383555000', organizationId };
    const { judged, headline, decoded } = describeBody(utf8Encode(JSON.stringify(body)));
    expect(judged).toBe(row[3]);
    const shown = [headline, ...(decoded?.summary ?? []).map(({ value }) => value)].join('\n');
    for (const value of row[4]) expect(shown).toContain(value);
  },
);
