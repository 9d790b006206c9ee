import { describe, expect, test } from 'vitest';
import { keyScript, networkAddress, type ScriptKind } from '../../../../../electron/crypto/addresses/bitcoin.ts';
import { readPsbt } from '../../../../../electron/crypto/transactions/bitcoin/psbt.ts';
import { describeTransaction } from '../../../../../electron/crypto/transactions/index.ts';
import { textsOf } from '../../../findings.ts';
import {
  type Draft,
  type DraftInput,
  draftOf,
  first,
  inputOf,
  keyOf,
  outputBytes,
  PARTIAL,
  provenInput,
  publicKey,
  sign,
  stranger,
  TYPE,
  thrown,
  verify,
  writeDraft,
} from './drafts.ts';

const BITCOIN = 100_000_000n;

/** A draft with these inputs that pays one output. */
function paying(amount: bigint, ...inputs: readonly DraftInput[]): Draft {
  return {
    ...draftOf([], publicKey),
    inputs: [...inputs],
    outputs: [{ amount, script: `0014${'11'.repeat(20)}`, fields: new Map() }],
  };
}

function figuresOf(draft: Draft, kind: ScriptKind = 'P2WPKH') {
  const address = networkAddress(keyScript(kind, publicKey), 'MAINNET');
  const { summary, findings } = describeTransaction(TYPE, writeDraft(draft), address);
  const of = (level: string) => textsOf({ findings: findings.filter((finding) => finding.level === level) });
  return {
    fee: summary.find(({ name }) => name === 'Fee')?.value,
    spend: summary.find(({ name }) => name === 'You spend')?.value,
    dangers: of('danger'),
    cares: of('care'),
  };
}

describe('two PSBTs of one transaction that each understate one input', () => {
  const small = 500_000_000n;
  const asked = (first: bigint, second: bigint) =>
    paying(10n * BITCOIN, inputOf('P2WPKH', publicKey, 1, first), inputOf('P2WPKH', publicKey, 2, second));

  test('get two signatures of one transaction whose true fee is 10 bitcoin', () => {
    const honest = readPsbt(sign(writeDraft(asked(10n * BITCOIN, 10n * BITCOIN))));
    const lies = [asked(10n * BITCOIN, 1_000n), asked(1_000n, 10n * BITCOIN)];
    lies.forEach((draft, index) => {
      const signed = readPsbt(sign(writeDraft(draft))).inputs[index]?.entries.get(PARTIAL)?.value;
      expect(signed).toEqual(honest.inputs[index]?.entries.get(PARTIAL)?.value);
    });
  });

  test('are each a danger, with amounts shown as unproven', () => {
    for (const draft of [asked(10n * BITCOIN, small), asked(small, 10n * BITCOIN)]) {
      const { fee, spend, dangers } = figuresOf(draft);
      expect(fee).toBe('5 BTC, stated and not proven');
      expect(spend).toBe('15 BTC, stated and not proven');
      expect(dangers[0]).toMatch(/^No previous transaction proves what input 1, input 2 hold.*two requests/);
    }
  });
});

describe('amounts are proven', () => {
  test('by the previous transaction of every input', () => {
    const { fee, cares, dangers } = figuresOf(
      paying(190_000n, provenInput('P2WPKH', publicKey, 1), provenInput('P2WPKH', stranger.publicKey, 2)),
    );
    expect({ fee, cares, dangers }).toEqual({ fee: '0.0001 BTC', cares: [], dangers: [] });
  });

  test('by Taproot signatures alone, whatever the other inputs spend', () => {
    const { fee, cares, dangers } = figuresOf(
      paying(190_000n, inputOf('P2TR', publicKey, 1), inputOf('P2WPKH', stranger.publicKey, 2)),
      'P2TR',
    );
    expect({ fee, cares, dangers }).toEqual({ fee: '0.0001 BTC', cares: [], dangers: [] });
  });

  test('not by a Taproot signature that leaves inputs open', () => {
    const draft = paying(90_000n, inputOf('P2TR', publicKey, 1));
    for (const type of ['81000000', '82000000', '02000000']) {
      first(draft.inputs).fields.set('03', type);
      expect(figuresOf(draft, 'P2TR').fee).toContain('not proven');
    }
    first(draft.inputs).fields.set('03', '01000000');
    expect(figuresOf(draft, 'P2TR').fee).toBe('0.0001 BTC');
  });

  test('not by another party’s input that the PSBT marks as Taproot', () => {
    const { fee, dangers } = figuresOf(
      paying(190_000n, inputOf('P2WPKH', publicKey, 1), inputOf('P2TR', stranger.publicKey, 2)),
    );
    expect(fee).toContain('not proven');
    expect(dangers).toHaveLength(1);
  });

  test('not when one of several inputs has no previous transaction', () => {
    const { fee, cares, dangers } = figuresOf(
      paying(190_000n, provenInput('P2WPKH', publicKey, 1), inputOf('P2WPKH', publicKey, 2)),
    );
    expect(fee).toContain('not proven');
    expect([cares, dangers]).toEqual([[expect.stringContaining('what input 2 holds')], []]);
  });
});

describe('both utxo fields', () => {
  test.each(['P2WPKH', 'P2WSH', 'P2TR'] as const)('of %s are signed as witness_utxo alone is', (kind) => {
    const both = paying(90_000n, provenInput(kind, publicKey, 1));
    const asked = writeDraft(both);
    const proof = verify(asked, sign(asked));
    first(both.inputs).fields.delete('00');
    const alone = writeDraft(both);
    expect(proof.signed).toEqual(verify(alone, sign(alone)).signed);
  });

  test.each([
    ['amount', outputBytes(100_001n, `0014${'33'.repeat(20)}`)],
    ['script', outputBytes(100_000n, `0014${'33'.repeat(20)}`)],
  ])('that differ in the %s are refused', (_what, utxo) => {
    const draft = paying(90_000n, provenInput('P2WPKH', publicKey, 1), provenInput('P2WPKH', stranger.publicKey, 2));
    sign(writeDraft(draft));
    draft.inputs[1]?.fields.set('01', utxo);
    expect(thrown(() => sign(writeDraft(draft)))).toContain(
      'witness_utxo and non_witness_utxo of input 2 do not agree',
    );
  });

  test('are refused for another transaction than the spent one', () => {
    const draft = paying(90_000n, provenInput('P2WPKH', publicKey, 1));
    first(draft.inputs).transactionHash = 'ab'.repeat(32);
    expect(thrown(() => sign(writeDraft(draft)))).toContain('is not the transaction that the input spends');
  });
});

describe('an unsignable PSBT is explained and shown as a danger', () => {
  const cases: readonly [string, (draft: Draft) => void, RegExp][] = [
    ['no witness_utxo', ({ inputs }) => void first(inputs).fields.delete('01'), /add witness_utxo beside/],
    [
      'outputs above inputs',
      ({ inputs }) => void inputs.splice(0, 1, provenInput('P2WPKH', publicKey, 1, 89_999n)),
      /by 0.00000001 BTC/,
    ],
    ['the same output twice', ({ inputs }) => void inputs.push(first(inputs)), /inputs 1 and 2 spend the same/],
    ['NONE', ({ inputs }) => void first(inputs).fields.set('03', '02000000'), /sighash type other than ALL/],
    ['SINGLE|ANYONECANPAY', ({ inputs }) => void first(inputs).fields.set('03', '83000000'), /sighash type other/],
    ['a signature', ({ inputs }) => void first(inputs).fields.set(PARTIAL, '3001'), /has a signature already/],
    ['a final witness', ({ inputs }) => void first(inputs).fields.set('08', '0100'), /is finalised already/],
    ['a redeem_script', ({ inputs }) => void first(inputs).fields.set('04', '51'), /must not have redeem_script/],
  ];
  test.each(cases)('%s', (_name, change, why) => {
    const draft = paying(90_000n, provenInput('P2WPKH', publicKey, 1));
    expect(figuresOf(draft).dangers).toEqual([]);
    change(draft);
    expect(figuresOf(draft).dangers.filter((text) => text.startsWith('Not signable, because '))).toEqual([
      expect.stringMatching(why),
    ]);
    expect(thrown(() => sign(writeDraft(draft)))).toMatch(why);
  });

  test('with Taproot: an unknown output of another input, and another party’s internal key', () => {
    const draft = paying(90_000n, inputOf('P2TR', publicKey, 1), inputOf('P2WPKH', stranger.publicKey, 2));
    draft.inputs[1]?.fields.clear();
    first(draft.inputs).fields.set('17', keyOf(9, ['P2TR']).publicKey.slice(2));
    const reasons = figuresOf(draft, 'P2TR').dangers.filter((text) => text.startsWith('Not signable'));
    expect(reasons).toEqual([
      expect.stringContaining('tap_internal_key of another key'),
      expect.stringContaining('input 2 has no witness_utxo'),
    ]);
  });
});
