import { base58 } from '@scure/base';
import fc from 'fast-check';
import '../../../fuzz/seed.ts';
import { describe, expect, test } from 'vitest';
import { keyScript, networkAddress } from '../../../../electron/crypto/addresses/bitcoin.ts';
import { describeTransaction } from '../../../../electron/crypto/index.ts';
import { Refusal } from '../../../../electron/crypto/refusal.ts';
import type { TransactionType } from '../../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { type Draft, draftOf, KINDS, publicKey, writeDraft } from './bitcoin/drafts.ts';
import { name, other, payer, publicBytes, SYSTEM, solanaText, table, versioned } from './solana/builder.ts';
import { OWNER, rawText, TARGET, TRANSFER, trigger } from './tron/builder.ts';

const ADDRESS = networkAddress(keyScript('P2WPKH', publicKey), 'MAINNET');
const TOKEN = base58.decode('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const origin = `deadbeef${'540000800000008000000080'}0000000003000000`;

/** A PSBT with an input of every kind, and every kind of entry with content. */
function draftOfAllKinds(): Draft {
  const draft = draftOf(KINDS, publicKey);
  draft.inputs[2]?.fields.set(`06${publicKey}`, origin).set('03', '01000000');
  draft.inputs[4]?.fields.set(`16${publicKey.slice(2)}`, `01${'ab'.repeat(32)}${origin}`);
  draft.outputs[0]?.fields.set(`02${publicKey}`, origin);
  return draft;
}

const SAMPLES: Readonly<Record<string, readonly [TransactionType, string]>> = {
  'Solana, with an address table and an instruction that nobody knows': [
    'TRANSACTION_TYPE_SOLANA',
    solanaText(versioned),
  ],
  'Solana, with an approval and a new authority': [
    'TRANSACTION_TYPE_SOLANA',
    solanaText({
      header: [1, 0, 2],
      keys: [publicBytes(payer), other, table, TOKEN, SYSTEM],
      instructions: [
        { program: 3, accounts: [1, 2, 0], data: `04${'ff'.repeat(8)}` },
        { program: 3, accounts: [1, 0], data: `060201${'44'.repeat(32)}` },
        { program: 4, accounts: [0, 1], data: `02000000${'05'.repeat(8)}` },
      ],
    }),
  ],
  'Tron, a transfer': [
    'TRANSACTION_TYPE_TRON',
    rawText({
      ...TRANSFER,
      contract: [[5, 2]],
      raw: [
        [10, 'hi'],
        [18, 900],
      ],
    }),
  ],
  'Tron, a call': [
    'TRANSACTION_TYPE_TRON',
    rawText(trigger(`a9059cbb${'22'.repeat(20).padStart(64, '0')}${'0f'.repeat(32)}`)),
  ],
  'Tron, new permissions': [
    'TRANSACTION_TYPE_TRON',
    rawText({
      name: 'AccountPermissionUpdateContract',
      type: 46,
      value: [
        [1, OWNER],
        [
          2,
          [
            [3, 'owner'],
            [4, 1],
            [
              7,
              [
                [1, TARGET],
                [2, 3],
              ],
            ],
          ],
        ],
      ],
    }),
  ],
  'Bitcoin, an input of every kind': ['TRANSACTION_TYPE_BITCOIN', writeDraft(draftOfAllKinds())],
};

describe('every byte is explained or reported', () => {
  test.each(Object.entries(SAMPLES))('%s', (_, [type, text]) => {
    const bytes = hexDecode(text);
    const meaningOf = (changed: Uint8Array) => {
      const { steps, summary, fields, findings, unexplained } = describeTransaction(type, hexEncode(changed), ADDRESS);
      return {
        fields,
        unexplained,
        said: JSON.stringify([steps, summary, fields, findings], (__, value) =>
          typeof value === 'bigint' ? String(value) : value,
        ),
      };
    };
    const asked = meaningOf(bytes);
    const isIn = (range: { start: number; end: number } | undefined, index: number) =>
      range !== undefined && range.start <= index && index < range.end;
    let values = 0;
    for (let index = 0; index < bytes.length; index += 1) {
      for (const flip of [0x01, 0x80]) {
        const changed = bytes.slice();
        changed[index] = (changed[index] ?? 0) ^ flip;
        try {
          const got = meaningOf(changed);
          if (asked.unexplained.some((range) => isIn(range, index))) continue;
          expect(got.said === asked.said, `byte ${index}`).toBe(false);
          const now = new Map(got.fields.map((field) => [field.name, field]));
          for (const field of asked.fields.filter(({ range }) => isIn(range, index))) {
            values += 1;
            const same = now.get(field.name);
            const stays = same?.range?.start === field.range?.start && same?.range?.end === field.range?.end;
            if (stays) expect(same?.value, `${field.name} at byte ${index}`).not.toBe(field.value);
          }
        } catch (error) {
          // A byte of the form is refused, and so is a value that cannot be.
          if (!(error instanceof Refusal)) throw error;
        }
      }
    }
    expect(values).toBeGreaterThan(50);
  });
});

describe('the totals of a summary match the transaction', () => {
  const rows = (type: TransactionType, text: string, signWith: string | null = null) =>
    new Map(describeTransaction(type, text, signWith).summary.map((row) => [row.name, row.value]));
  const units = (value: string | undefined, decimals: number) => {
    const [whole = '', fraction = ''] = (value ?? '').split(' ')[0]?.split('.') ?? [];
    return BigInt(whole) * 10n ** BigInt(decimals) + BigInt(fraction.padEnd(decimals, '0'));
  };

  test('SOL, for any number of transfers', () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 2n ** 50n }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(amounts, (lamports) => {
        const text = solanaText({
          header: [1, 0, 1],
          keys: [publicBytes(payer), other, SYSTEM],
          instructions: lamports.map((amount) => ({
            program: 2,
            accounts: [0, 1],
            data: `02000000${hexEncode(hexDecode(amount.toString(16).padStart(16, '0')).reverse())}`,
          })),
        });
        const shown = rows('TRANSACTION_TYPE_SOLANA', text);
        expect(units(shown.get('Amount'), 9)).toBe(lamports.reduce((sum, amount) => sum + amount, 0n));
        expect(shown.get('To')).toBe(name(other));
      }),
      { numRuns: 100, seed: 10 },
    );
  });

  test('TRX', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 60n }), (amount) => {
        const text = rawText({
          ...TRANSFER,
          value: [
            [1, OWNER],
            [2, TARGET],
            [3, amount],
          ],
        });
        expect(units(rows('TRANSACTION_TYPE_TRON', text).get('Amount'), 6)).toBe(amount);
      }),
      { numRuns: 100, seed: 10 },
    );
  });

  test('bitcoin: the spent amount is the payments, the change and the fee', () => {
    const amount = fc.bigInt({ min: 0n, max: 40_000n });
    fc.assert(
      fc.property(amount, amount, (sent, back) => {
        const draft = draftOf(['P2WPKH'], publicKey);
        draft.outputs = [
          { amount: sent, script: hexEncode(hexDecode(`0014${'11'.repeat(20)}`)), fields: new Map() },
          { amount: back, script: draft.inputs[0]?.fields.get('01')?.slice(18) ?? '', fields: new Map() },
        ];
        const shown = rows('TRANSACTION_TYPE_BITCOIN', writeDraft(draft), ADDRESS);
        const [spent, got, change, fee] = ['You spend', 'Amount', 'Change', 'Fee'].map((row) =>
          units(shown.get(row), 8),
        );
        expect([spent, got, change]).toEqual([100_000n, sent, back]);
        expect(fee).toBe(100_000n - sent - back);
      }),
      { numRuns: 100, seed: 10 },
    );
  });
});
