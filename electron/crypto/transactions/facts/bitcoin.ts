import type { AddressFormat } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { knownScript, scriptAddress } from '../../addresses/bitcoin.ts';
import { proofOfAmounts } from '../bitcoin/amounts.ts';
import { FIRST_LOCK_TIME } from '../bitcoin/contents.ts';
import { type Psbt, readPsbt, spentAmount } from '../bitcoin/psbt.ts';
import { sumOf } from '../bitcoin/transaction.ts';
import { type Facts, type FactsSigner, UNPROVEN } from './facts.ts';

/**
 * `bitcoin.tx`. Addresses are in the spelling of the account's network. Choice (bitcoin-fee-fact): the fee is a member only
 * when it is proven and not negative, so that no policy judges an invented number.
 */
export function bitcoinFacts(unsigned: string, { addressFormat }: FactsSigner): Facts {
  const psbt = readPsbt(unsigned);
  const { transaction } = psbt;
  return {
    version: String(transaction.version),
    inputs: transaction.inputs.map(({ outpoint, index, sequence }) => ({
      tx_id: hexEncode(outpoint.slice(0, 32).reverse()),
      vout: BigInt(index),
      sequence: BigInt(sequence),
    })),
    outputs: transaction.outputs.map(({ amount, script }) => {
      const known = knownScript(script);
      return {
        value: amount,
        script_pubkey: hexEncode(script),
        address: known === null ? '' : scriptAddress(known, addressFormat),
        address_type: known?.kind ?? '',
      };
    }),
    locktime: {
      amount: BigInt(transaction.lockTime),
      type: transaction.lockTime < FIRST_LOCK_TIME ? 'Blocks' : 'Seconds',
    },
    ...feeFact(psbt, addressFormat),
  };
}

const WITHOUT_FEE: Facts = {
  [UNPROVEN]: { fee: 'is not proven: the PSBT lacks the previous transaction (non_witness_utxo) of an input' },
};

function feeFact(psbt: Psbt, addressFormat: AddressFormat | undefined): Facts {
  const available = spentAmount(psbt.spent);
  const { isWhole } = proofOfAmounts(psbt, signsTaproot(addressFormat) ? isTaproot : null);
  if (available === null || !isWhole) return WITHOUT_FEE;
  const fee = available - sumOf(psbt.transaction.outputs);
  return fee < 0n ? { [UNPROVEN]: { fee: 'is negative: the outputs are more than the inputs hold' } } : { fee };
}

/** An account of a Taproot format signs Taproot inputs alone (inputs.ts). */
function signsTaproot(addressFormat: AddressFormat | undefined): boolean {
  return /^ADDRESS_FORMAT_BITCOIN_[A-Z]+_P2TR$/.test(addressFormat ?? '');
}

function isTaproot(script: Uint8Array): boolean {
  return knownScript(script)?.kind === 'P2TR';
}
