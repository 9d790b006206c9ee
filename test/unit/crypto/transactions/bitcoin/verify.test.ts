import { describe, expect, test } from 'vitest';
import { readPsbt } from '../../../../../electron/crypto/transactions/bitcoin/psbt.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import {
  type Draft,
  draftOf,
  inputOf,
  KINDS,
  outputBytes,
  PARTIAL,
  publicKey,
  sign,
  stranger,
  thrown,
  verify,
  writeDraft,
} from './drafts.ts';

/** The same signature with the other S, which the curve accepts and nodes do not. */
function highS(signature: string): string {
  const bytes = hexDecode(signature);
  const rEnd = 4 + (bytes[3] ?? 0);
  const s = BigInt(`0x${hexEncode(bytes.slice(rEnd + 2, -1))}`);
  const other = (0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n - s)
    .toString(16)
    .padStart(64, '0');
  const body = `${hexEncode(bytes.slice(2, rEnd))}022100${other}`;
  return `30${(body.length / 2).toString(16)}${body}01`;
}

describe('a returned PSBT is refused when', () => {
  const draft = draftOf(KINDS, publicKey);
  const asked = writeDraft(draft);
  const signed = sign(asked);
  const returned = () => {
    const { inputs } = readPsbt(signed);
    const copy = draftOf(KINDS, publicKey);
    copy.inputs.forEach((input, index) => {
      for (const [entry, { value }] of inputs[index]?.entries ?? []) input.fields.set(entry, hexEncode(value));
    });
    return copy;
  };
  const complaint = (change: (copy: Draft) => void) => {
    const copy = returned();
    verify(asked, writeDraft(copy));
    change(copy);
    return thrown(() => verify(asked, writeDraft(copy)));
  };

  test.each<[string, (copy: Draft) => void]>([
    [
      'version',
      (copy) => {
        copy.version = 1;
      },
    ],
    ['number of inputs', ({ inputs }) => void inputs.pop()],
    ['number of outputs', ({ outputs }) => void outputs.pop()],
    [
      'inputs[3].outpoint',
      ({ inputs: [, , , input] }) => {
        if (input) input.index = 0;
      },
    ],
    [
      'inputs[4].sequence',
      ({ inputs: [, , , , input] }) => {
        if (input) input.sequence = 0xffffffff;
      },
    ],
    [
      'outputs[1].amount',
      ({ outputs: [, output] }) => {
        if (output) output.amount -= 1n;
      },
    ],
    [
      'outputs[0].script',
      ({ outputs: [output] }) => {
        if (output) output.script = `0014${'12'.repeat(20)}`;
      },
    ],
    [
      'lockTime',
      (copy) => {
        copy.lockTime = 0;
      },
    ],
    ['field of type 0xfc of the PSBT', ({ global }) => void global.set('fc0a', 'beee')],
    ['field of type 0xfc of the PSBT is gone', ({ global }) => void global.delete('fc0a')],
    ['field of type 0xfd of the PSBT was not asked for', ({ global }) => void global.set('fd', '')],
    ['redeem_script of inputs[1] is gone', ({ inputs: [, input] }) => void input?.fields.delete('04')],
    [
      'witness_utxo of inputs[2]',
      ({ inputs: [, , input] }) => void input?.fields.set('01', outputBytes(100_001n, '51')),
    ],
    ['sighash_type of inputs[2] was not asked', ({ inputs: [, , input] }) => void input?.fields.set('03', '01000000')],
    ['field of type 0x0a of outputs[1]', ({ outputs: [, output] }) => void output?.fields.set('0abc', '02')],
    ['redeem_script of outputs[0] was not asked', ({ outputs: [output] }) => void output?.fields.set('00', '51')],
    ['partial_sigs of inputs[0] is missing', ({ inputs: [input] }) => void input?.fields.delete(PARTIAL)],
    ['tap_key_sig of inputs[4] is missing', ({ inputs: [, , , , input] }) => void input?.fields.delete('13')],
    [
      'partial_sigs of inputs[0] was not asked for',
      ({ inputs: [input] }) => void input?.fields.set(`02${stranger.publicKey}`, input.fields.get(PARTIAL) ?? ''),
    ],
    ['final_script_sig of inputs[0] was not asked', ({ inputs: [input] }) => void input?.fields.set('07', '51')],
  ])('%s differs', (name, change) => {
    expect(complaint(change)).toMatch(/^SIGNATURE_MISMATCH /);
    expect(complaint(change)).toContain(name);
  });

  test.each(KINDS.map((kind, index) => [kind, index] as const))('the signature of %s is changed', (kind, index) => {
    const field = kind === 'P2TR' ? '13' : PARTIAL;
    const good = returned().inputs[index]?.fields.get(field) ?? '';
    const bad = [
      `${good.slice(0, 40)}${good[40] === '0' ? '1' : '0'}${good.slice(41)}`,
      returned().inputs[(index + 1) % 4]?.fields.get(PARTIAL) ?? '',
      ...(kind === 'P2TR'
        ? [`${good}00`, `${good}01`]
        : [`${good.slice(0, -2)}03`, good.slice(0, -2), `${good}01`, highS(good)]),
    ];
    for (const value of bad)
      expect(complaint(({ inputs }) => void inputs[index]?.fields.set(field, value))).toMatch(
        new RegExp(`SIGNATURE_MISMATCH .*(of inputs\\[${index}\\] is not a signature|tap_key_sig .*malformed)`),
      );
  });

  test('it is invalid, unsigned, or of another account', () => {
    expect(thrown(() => verify(asked, 'zz'))).toMatch(/^SIGNATURE_MISMATCH .*it cannot be read, it is not hexadecimal/);
    expect(thrown(() => verify(asked, `${signed}00`))).toMatch(/^SIGNATURE_MISMATCH .*bytes follow the end/);
    expect(thrown(() => verify(asked, asked))).toContain('partial_sigs of inputs[0] is missing');
    expect(thrown(() => verify(asked, signed, stranger))).toContain('none of its inputs');
  });

  test('only the order of fields may differ', () => {
    const copy = returned();
    for (const input of copy.inputs) input.fields = new Map([...input.fields].reverse());
    expect(verify(asked, writeDraft(copy)).signed).toHaveLength(5);
  });

  test('a PSBT of the maximum size is not refused for the size of its signatures', () => {
    const large = draftOf(KINDS, publicKey);
    const fill = (bytes: number) => large.global.set('fc0b', '00'.repeat(bytes));
    fill(100_000);
    fill(100_000 + 512 * 1024 - writeDraft(large).length / 2);
    const unsigned = writeDraft(large);
    expect(unsigned).toHaveLength(1024 * 1024);
    expect(verify(unsigned, sign(unsigned)).signed).toHaveLength(KINDS.length);
  });

  test('another party’s input is changed', () => {
    const mixed = draftOf(['P2WPKH'], publicKey);
    mixed.inputs.push(inputOf('P2WPKH', stranger.publicKey, 3));
    const unsigned = writeDraft(mixed);
    const both = sign(sign(unsigned), stranger);
    expect(thrown(() => verify(unsigned, both))).toContain('partial_sigs of inputs[1] was not asked for');
  });
});
