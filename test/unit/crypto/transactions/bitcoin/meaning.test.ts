import { describe, expect, test } from 'vitest';
import { publicKeyOf } from '../../../../../electron/crypto/index.ts';
import { describeTransaction } from '../../../../../electron/crypto/transactions/index.ts';
import { textsOf } from '../../../findings.ts';
import {
  type Draft,
  draftOf,
  first,
  key,
  provenInput,
  publicKey,
  TYPE,
  unsignedTransaction,
  writeDraft,
} from './drafts.ts';

/** A draft whose amounts are proven, so that no finding reports them. */
function proven(): Draft {
  return { ...draftOf([], publicKey), inputs: [provenInput('P2WPKH', publicKey, 0)] };
}

describe('described:', () => {
  const fieldsOf = (draft: Draft) => {
    const meaning = describeTransaction(TYPE, writeDraft(draft));
    return {
      ...meaning,
      warnings: textsOf({ findings: meaning.findings.filter(({ level }) => level !== 'information') }),
      fields: new Map(meaning.fields.map(({ name, value }) => [name, value])),
    };
  };

  test('inputs, outputs, fee, time', () => {
    const { title, fields, warnings } = fieldsOf(draftOf(['P2WPKH'], publicKeyOf('CURVE_SECP256K1', key.privateKey)));
    expect(title).toBe('Bitcoin transaction (PSBT)');
    expect(warnings).toEqual([expect.stringContaining('No previous transaction proves what input 1 holds')]);
    expect(Object.fromEntries(fields)).toMatchObject({
      network: expect.stringContaining('mainnet'),
      version: '2',
      'inputs[0].outpoint': `${'00000001'.repeat(8)}:1`,
      'inputs[0].amount': '100000 satoshi, stated and not proven',
      'inputs[0].address': expect.stringMatching(/^bc1q[a-z0-9]{38}$/),
      'inputs[0].sequence': '0xfffffffd',
      'outputs[0].amount': '60000 satoshi',
      'outputs[0].address': expect.stringMatching(/^bc1qzyg3zyg3/),
      'outputs[0].script': `0014${'11'.repeat(20)}`,
      'outputs[1].address': expect.stringMatching(/^bc1p/),
      fee: '10000 satoshi, stated and not proven',
      feeRate: expect.stringMatching(/^about \d+\.\d satoshi per virtual byte, stated and not proven$/),
      lockTime: '800000 (height of block)',
      replaceable: 'yes (BIP-125)',
    });
  });

  test('the kind of each input and output', () => {
    const { fields } = describeTransaction(TYPE, writeDraft(draftOf(['P2WPKH'], publicKey)));
    expect(Object.fromEntries(fields.map(({ name, kind }) => [name, kind]))).toMatchObject({
      version: 'text',
      'inputs[0].outpoint': 'hash',
      'inputs[0].amount': 'amount',
      'inputs[0].address': 'address',
      'inputs[0].sequence': 'bytes',
      'outputs[0].script': 'bytes',
      fee: 'amount',
      lockTime: 'time',
      replaceable: 'text',
    });
  });

  test('a fee that previous transactions prove', () => {
    expect(fieldsOf(draftOf(['P2PKH'], publicKey)).fields.get('fee')).toBe('10000 satoshi');
  });

  test('an unknown fee', () => {
    const draft = draftOf(['P2WPKH'], publicKey);
    first(draft.inputs).fields.clear();
    const { fields, warnings } = fieldsOf(draft);
    expect(fields.get('fee')).toBe('not known');
    expect(warnings).toEqual([expect.stringContaining('fee is not known')]);
  });

  test('an excessive fee', () => {
    const draft = proven();
    first(draft.outputs).amount = 1000n;
    expect(fieldsOf(draft).warnings).toEqual([expect.stringContaining('fee is very high: 0.00069 BTC')]);
  });

  test('data and scripts of no known kind', () => {
    const draft = proven();
    draft.outputs.push({ amount: 0n, script: '6a04deadbeef', fields: new Map() });
    draft.outputs.push({ amount: 5n, script: '76a988', fields: new Map() });
    const { fields, warnings } = fieldsOf(draft);
    expect(fields.get('outputs[2].script')).toBe('6a04deadbeef');
    expect(warnings).toEqual([
      expect.stringMatching(/not one text.*output 3\./),
      expect.stringMatching(/OP_RETURN.*output 3\./),
      expect.stringMatching(/has no address form.*output 4\./),
    ]);
  });

  test('lock times, and locks without effect', () => {
    const draft = draftOf(['P2WPKH'], publicKey);
    draft.lockTime = 1_700_000_000;
    first(draft.inputs).sequence = 0xffffffff;
    expect(fieldsOf(draft).fields.get('lockTime')).toBe('1700000000 (14 Nov 2023, 22:13:20 UTC, without effect)');
    expect(fieldsOf(draft).fields.get('replaceable')).toBe('no');
    draft.lockTime = 0;
    expect(fieldsOf(draft).fields.get('lockTime')).toBe('0 (none)');
    expect(unsignedTransaction(draft).slice(-8)).toBe('00000000');
  });
});
