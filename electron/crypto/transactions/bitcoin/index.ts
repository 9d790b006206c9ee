import type { TransactionRule } from '../rule.ts';
import { findOwnInputs } from './inputs.ts';
import { describePsbt } from './meaning.ts';
import { readPsbt, writePsbt } from './psbt.ts';
import { signatureKey, signInput } from './signature.ts';
import { addedSigner, verifyPsbt } from './verify.ts';

/**
 * Takes a PSBT in hex and returns the same PSBT with the signatures of the account's inputs. Never finalised
 * (docs/protocol.md#transactions).
 */
export const bitcoin: TransactionRule = {
  curve: 'CURVE_SECP256K1',
  describe: (unsigned, signWith) => describePsbt(readPsbt(unsigned), signWith),
  sign(unsigned, key) {
    const psbt = readPsbt(unsigned);
    const additions = findOwnInputs(psbt, key).map((input) => ({
      input: input.index,
      key: signatureKey(input, key.publicKey),
      value: signInput(input, key.privateKey),
    }));
    return writePsbt(psbt, additions);
  },
  verify: verifyPsbt,
  recover: addedSigner,
};
