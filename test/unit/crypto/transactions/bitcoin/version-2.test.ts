import { describe, expect, test } from 'vitest';
import { readPsbt } from '../../../../../electron/crypto/transactions/bitcoin/psbt.ts';
import { hexEncode } from '../../../../../shared/wire/index.ts';
import {
  type Draft,
  draftOf,
  first,
  inputOf,
  KINDS,
  publicKey,
  sign,
  thrown,
  verify,
  writeDraft,
  writeDraft2,
} from './drafts.ts';

const draft = () => draftOf(KINDS, publicKey);
const read = (change: (draft: Draft) => void) => () => {
  const changed = draft();
  changed.global.clear();
  change(changed);
  return readPsbt(writeDraft2(changed));
};
const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

describe('a PSBT of version 2', () => {
  test('is of the same transaction, and gets the same signatures, as in version 0', () => {
    const [older, newer] = [writeDraft(draft()), writeDraft2(draft())];
    expect(hexEncode(readPsbt(newer).transaction.bytes)).toBe(hexEncode(readPsbt(older).transaction.bytes));
    const signed = sign(newer);
    expect(verify(newer, signed).signed).toEqual(verify(older, sign(older)).signed);
    expect(readPsbt(signed).version).toBe(2);
  });

  test('is closed to other changes once it is signed, which is the only allowed change of its flags', () => {
    const open = draft();
    open.global.set('06', '07');
    const asked = writeDraft2(open);
    const signed = sign(asked);
    expect(hexEncode(readPsbt(signed).global.entries.get('06')?.value ?? new Uint8Array())).toBe('04');
    verify(asked, signed);
    const flagged = (flags: string) => signed.replace('0106' + '0104', `0106${'01'}${flags}`);
    expect(flagged('04')).toBe(signed);
    verify(asked, flagged('07'));
    for (const other of ['00', '05', '06', '0c'])
      expect(thrown(() => verify(asked, flagged(other)))).toContain('tx_modifiable of the PSBT is not what was asked');
  });

  test.each<[string, readonly (readonly [number, string, number])[], number | RegExp]>([
    ['none: the fallback', [], 800_000],
    ['one height', [[0, '12', 5]], 5],
    [
      'the largest height',
      [
        [0, '12', 5],
        [1, '12', 9],
      ],
      9,
    ],
    ['a time', [[2, '11', 500_000_001]], 500_000_001],
    [
      'heights before times',
      [
        [0, '11', 500_000_001],
        [0, '12', 7],
      ],
      7,
    ],
    [
      'the kind that all have',
      [
        [0, '11', 500_000_001],
        [0, '12', 7],
        [1, '11', 500_000_009],
      ],
      500_000_009,
    ],
    [
      'both kinds',
      [
        [0, '11', 500_000_001],
        [1, '12', 7],
      ],
      /heights and times, which exclude each other/,
    ],
    ['a height that is a time', [[0, '12', 500_000_000]], /of the other kind/],
    ['a height of 0', [[0, '12', 0]], /of the other kind/],
    ['a time that is a height', [[0, '11', 499_999_999]], /of the other kind/],
  ])('has the lock time that its inputs require: %s', (_name, required, wanted) => {
    const work = read(({ inputs }) => {
      for (const [index, entry, value] of required) {
        const bytes = Buffer.alloc(4);
        bytes.writeUInt32LE(value);
        inputs[index]?.fields.set(entry, bytes.toString('hex'));
      }
    });
    if (typeof wanted === 'number') expect(work().transaction.lockTime).toBe(wanted);
    else expect(work).toThrow(wanted);
  });

  test.each<[string, (draft: Draft) => void, RegExp]>([
    [
      'an unsigned transaction',
      ({ global }) => void global.set('00', '00'),
      /is of version 2 and has a field unsigned_tx/,
    ],
    ['another version', ({ global }) => void global.set('fb', '03000000'), /of version 3, and versions 0 .* and 2/],
    [
      'a count that lies',
      ({ global }) => void global.set('04', 'fdffff'),
      /input_count .* larger than the remaining bytes/,
    ],
    ['a count not in its shortest form', ({ global }) => void global.set('05', 'fd0200'), /output_count .* malformed/],
    ['a count too small', ({ global }) => void global.set('04', '04'), /./],
    [
      'a previous_txid of 31 bytes',
      ({ inputs }) => void inputs.splice(0, 1, { ...first(inputs), transactionHash: 'ab'.repeat(31) }),
      /previous_txid/,
    ],
    ['an amount above 21 million', ({ outputs }) => void first(outputs).fields.set('03', 'ff'.repeat(8)), /21 million/],
  ])('is refused with %s', (_name, change, why) => {
    expect(read(change)).toThrow(why);
  });

  test('is read without inputs, and with a repeated input that only the signer refuses', () => {
    expect(read(({ inputs }) => void inputs.splice(0))().transaction.inputs).toEqual([]);
    const twice = { ...draft(), inputs: [inputOf('P2WPKH', publicKey, 1), inputOf('P2WPKH', publicKey, 1)] };
    expect(thrown(() => sign(writeDraft2(twice)))).toContain('inputs 1 and 2 spend the same output');
  });
});

describe('a PSBT in base64', () => {
  test.each([writeDraft(draft()), writeDraft2(draft())])('is signed as its hex is, and answered in hex', (hex) => {
    expect(sign(base64(hex)).slice(0, 10)).toBe('70736274ff');
    expect(verify(base64(hex), sign(base64(hex))).signed).toEqual(verify(hex, sign(hex)).signed);
    expect(verify(hex, base64(sign(hex))).signed).toHaveLength(5);
  });

  test('may have line breaks', () => {
    const text = base64(writeDraft(draft()));
    const lines = text.match(/.{1,76}/g) ?? [];
    expect(readPsbt(`${lines.join('\r\n')}\n`)).toEqual(readPsbt(text));
  });

  test('is refused when it is incomplete', () => {
    const text = base64(writeDraft(draft()));
    expect(() => readPsbt(`${text.slice(0, -1)}`)).toThrow(/is not base64 with its padding|ends within|follows/);
    expect(() => readPsbt(`${text.slice(0, 80)} ${text.slice(80)}`)).toThrow(/is not base64 with its padding/);
    expect(() => readPsbt(`cHNidP8${'A'.repeat(1024 * 1024)}`)).toThrow(/more than 524288 bytes/);
  });
});
