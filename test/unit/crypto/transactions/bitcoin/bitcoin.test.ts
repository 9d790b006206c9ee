import { describe, expect, test } from 'vitest';
import { scriptOf } from '../../../../../electron/crypto/addresses/bitcoin.ts';
import { hash160 } from '../../../../../electron/crypto/addresses/encodings.ts';
import { sha256 } from '../../../../../electron/crypto/index.ts';
import { readPsbt } from '../../../../../electron/crypto/transactions/bitcoin/psbt.ts';
import { keyScripts } from '../../../../../electron/crypto/transactions/bitcoin/scripts.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import {
  type Draft,
  draftOf,
  first,
  inputOf,
  KINDS,
  key,
  keyOf,
  outputBytes,
  PARTIAL,
  publicKey,
  sign,
  stranger,
  thrown,
  verify,
  writeDraft,
} from './drafts.ts';

/** The refusal of a draft after a change, which was signable before it. */
function refusal(kinds: readonly (typeof KINDS)[number][], change: (draft: Draft) => void): string {
  const draft = draftOf(kinds, publicKey);
  sign(writeDraft(draft));
  change(draft);
  return thrown(() => sign(writeDraft(draft)));
}

function set(entry: string, value: string): (draft: Draft) => void {
  return ({ inputs }) => void first(inputs).fields.set(entry, value);
}

describe.each(KINDS)('an input %s', (kind) => {
  const asked = writeDraft(draftOf([kind], publicKey));
  const signed = sign(asked);
  const field = kind === 'P2TR' ? '13' : PARTIAL;

  test('gets one signature, in the field of its kind, and nothing else changes', () => {
    const value = readPsbt(signed).inputs[0]?.entries.get(field)?.value ?? new Uint8Array();
    if (kind === 'P2TR') expect(value).toHaveLength(64);
    else expect(hexEncode(value)).toMatch(/^30.*01$/);
    const entry = `${hexEncode(Uint8Array.of(field.length / 2))}${field}${hexEncode(Uint8Array.of(value.length))}${hexEncode(value)}`;
    expect(signed.split(entry).join('')).toBe(asked);
    expect(signed.length).toBe(asked.length + entry.length);
  });

  test('verifies, and has no id because it is not final', () => {
    const proof = verify(asked, signed);
    expect(proof.transactionId).toBeNull();
    expect(proof.signed).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(proof.scheme).toBe(kind === 'P2TR' ? 'BIP-341 Schnorr' : 'ECDSA secp256k1');
  });

  test('is signed only for an address of its kind, on any network', () => {
    for (const network of ['MAINNET', 'TESTNET', 'SIGNET', 'REGTEST'])
      expect(verify(asked, sign(asked, keyOf(7, [kind], network))).signed).toHaveLength(1);
    const others = KINDS.filter((other) => other !== kind);
    expect(thrown(() => sign(asked, keyOf(7, others)))).toMatch(
      /^TRANSACTION_INVALID failed to parse transaction: none of its inputs .*sign_raw_payload.*Nothing was signed\.$/,
    );
    expect(thrown(() => sign(asked, stranger))).toContain('none of its inputs');
  });

  test('is refused when it has a signature already', () => {
    expect(thrown(() => sign(signed))).toContain('has a signature already');
    expect(refusal([kind], set(`02${stranger.publicKey}`, '3001'))).toContain('has a signature already');
  });

  test('is refused when it is finalised', () => {
    expect(refusal([kind], set('07', '00'))).toContain('is finalised already');
    expect(refusal([kind], set('08', '0100'))).toContain('is finalised already');
  });

  test('is refused with another sighash type', () => {
    const good = kind === 'P2TR' ? '00000000' : '01000000';
    const draft = draftOf([kind], publicKey);
    set('03', good)(draft);
    expect(verify(writeDraft(draft), sign(writeDraft(draft))).signed).toEqual(verify(asked, signed).signed);
    for (const other of ['00000000', '01000000', '02000000', '03000000', '81000000', '00010000']) {
      if (other !== good) expect(refusal([kind], set('03', other))).toMatch(/sighash type other than (ALL|DEFAULT)/);
    }
  });

  test('is refused with scripts of another kind', () => {
    const run = hexEncode(keyScripts(publicKey).payToKeyHash);
    if (kind !== 'P2SH') expect(refusal([kind], set('04', run))).toContain('must not have redeem_script');
    if (kind !== 'P2WSH') expect(refusal([kind], set('05', run))).toContain('must not have witness_script');
  });
});

test('a mixed PSBT is signed in every input of the account and in no other', () => {
  const draft = draftOf([...KINDS, 'P2WPKH'], publicKey);
  draft.inputs.splice(2, 0, inputOf('P2TR', stranger.publicKey, 90), inputOf('P2PKH', stranger.publicKey, 91));
  const asked = writeDraft(draft);
  const proof = verify(asked, sign(asked));
  expect(proof.signed).toHaveLength(6);
  expect(proof.scheme).toBe('ECDSA secp256k1 and BIP-341 Schnorr');
  const half = sign(asked, stranger);
  expect(verify(half, sign(half)).signed).toHaveLength(6);
});

test('the hex may have a prefix and capitals, which the result has not', () => {
  const asked = writeDraft(draftOf(['P2WPKH'], publicKey));
  expect(sign(`0x${asked.toUpperCase()}`)).toBe(sign(asked));
});

test('an account without a Bitcoin address is refused with a message', () => {
  const asked = writeDraft(draftOf(['P2WPKH'], publicKey));
  for (const format of ['ADDRESS_FORMAT_COMPRESSED', 'ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_DOGE_MAINNET'] as const)
    expect(thrown(() => sign(asked, { ...key, addressFormats: [format] }))).toContain('has none in its address format');
  expect(thrown(() => sign(asked, { ...key, curve: 'CURVE_P256' }))).toContain('CURVE_SECP256K1');
});

describe('refused:', () => {
  const run = hexEncode(keyScripts(publicKey).payToKeyHash);
  const { own, internalKey } = keyScripts(publicKey);
  const keyHash = hash160(hexDecode(publicKey));
  const witness = [
    { kind: 'P2WPKH', program: keyHash },
    { kind: 'P2WSH', program: sha256(hexDecode(run)) },
  ] as const;
  const nested = witness.map((script) => hexEncode(scriptOf({ kind: 'P2SH', program: hash160(scriptOf(script)) })));

  test.each(['P2PKH', 'P2SH'] as const)('%s with witness_utxo', (kind) => {
    const utxo = outputBytes(100_000n, own(kind));
    expect(refusal([kind], set('01', utxo))).toContain('remove witness_utxo');
    expect(
      refusal([kind], (draft) => {
        first(draft.inputs).fields.delete('00');
        set('01', utxo)(draft);
      }),
    ).toContain('has no non_witness_utxo: add the whole previous transaction');
  });

  test('a non_witness_utxo of another transaction', () => {
    expect(
      refusal(['P2PKH'], (draft) => {
        first(draft.inputs).transactionHash = 'ab'.repeat(32);
      }),
    ).toContain('is not the transaction that the input spends');
  });

  test('a non_witness_utxo without that output', () => {
    expect(
      refusal(['P2PKH'], (draft) => {
        first(draft.inputs).index = 2;
      }),
    ).toContain('does not have the output');
  });

  test('two utxo fields that disagree, on any input', () => {
    expect(
      refusal(['P2WPKH'], (draft) => {
        const other = inputOf('P2PKH', stranger.publicKey, 5);
        other.fields.set('01', outputBytes(1n, '51'));
        draft.inputs.push(other);
      }),
    ).toContain('do not agree');
  });

  test('P2SH without redeem_script, or with another', () => {
    expect(refusal(['P2SH'], (draft) => void first(draft.inputs).fields.delete('04'))).toContain('needs redeem_script');
    expect(refusal(['P2SH'], set('04', `21${publicKey}ac`))).toContain('has a redeem_script whose hash is not');
  });

  test('P2WSH without witness_script, or with another', () => {
    expect(refusal(['P2WSH'], (draft) => void first(draft.inputs).fields.delete('05'))).toContain(
      'needs witness_script',
    );
    expect(refusal(['P2WSH'], set('05', `${run}ac`))).toContain('has a witness_script whose hash is not');
  });

  test.each([
    ['tap_script_sigs', `14${'11'.repeat(64)}`, '22'.repeat(64)],
    ['tap_scripts', `15c0${'11'.repeat(32)}`, '51c0'],
    ['tap_merkle_root', '18', '33'.repeat(32)],
  ])('Taproot with %s, sign_raw_payload is offered', (_name, entry, value) => {
    expect(refusal(['P2TR'], set(entry, value))).toMatch(/^TRANSACTION_UNSUPPORTED .*key path.*sign_raw_payload/);
  });

  test('Taproot with another party’s internal key', () => {
    expect(refusal(['P2TR'], set('17', stranger.publicKey.slice(2)))).toContain('tap_internal_key of another key');
    const draft = draftOf(['P2TR'], publicKey);
    set('17', internalKey)(draft);
    expect(verify(writeDraft(draft), sign(writeDraft(draft))).signed).toHaveLength(1);
  });

  test('Taproot with a tree of scripts over the key', () => {
    expect(
      refusal(['P2WPKH', 'P2TR'], (draft) => {
        const input = draft.inputs[1];
        input?.fields.set('01', outputBytes(100_000n, `5120${'44'.repeat(32)}`)).set('17', internalKey);
      }),
    ).toMatch(/^TRANSACTION_UNSUPPORTED .*Taproot with scripts.*sign_raw_payload/);
  });

  test('Taproot when another input’s spent output is unknown', () => {
    const without = (draft: Draft) =>
      void draft.inputs.push({ ...inputOf('P2WPKH', stranger.publicKey, 8), fields: new Map() });
    expect(refusal(['P2TR'], without)).toContain('input 2 has no witness_utxo');
    const draft = draftOf(['P2WPKH', 'P2PKH'], publicKey);
    without(draft);
    expect(verify(writeDraft(draft), sign(writeDraft(draft))).signed).toHaveLength(2);
  });

  test.each(nested.map((script, index) => [['P2SH-P2WPKH', 'P2SH-P2WSH'][index], script]))(
    '%s of the key, sign_raw_payload is offered',
    (_name, script = '') => {
      expect(
        refusal(
          ['P2WPKH', 'P2SH'],
          (draft) => void draft.inputs[1]?.fields.set('01', outputBytes(9n, script)).delete('00'),
        ),
      ).toMatch(
        /^TRANSACTION_UNSUPPORTED unsupported transaction type: input 2 is SegWit inside P2SH.*sign_raw_payload/,
      );
    },
  );

  test('a multisig script with the key is not an input of the account', () => {
    const multisig = `5121${publicKey}21${stranger.publicKey}52ae`;
    expect(
      refusal(['P2WSH'], (draft) => {
        const script = `0020${hexEncode(sha256(hexDecode(multisig)))}`;
        first(draft.inputs).fields.set('01', outputBytes(100_000n, script)).set('05', multisig);
      }),
    ).toContain('none of its inputs');
  });

  test('outputs that exceed the inputs, with the difference', () => {
    expect(
      refusal(['P2WPKH'], (draft) => {
        first(draft.outputs).amount = 70_001n;
      }),
    ).toContain('outputs are more than its inputs hold, by 0.00000001 BTC');
  });

  test('an output spent twice', () => {
    expect(
      refusal(['P2WPKH', 'P2WPKH'], ({ inputs }) => {
        inputs[1] = first(inputs);
      }),
    ).toContain('inputs 1 and 2 spend the same output');
  });
});
