import { hexEncode } from '../../../../shared/wire/index.ts';
import { knownScript, scriptAddress } from '../../addresses/bitcoin.ts';
import { FIRST_LOCK_TIME } from '../bitcoin/contents.ts';
import { readPsbt, spentAmount } from '../bitcoin/psbt.ts';
import { sumOf } from '../bitcoin/transaction.ts';
import type { Facts, FactsSigner } from './facts.ts';

/** `bitcoin.tx`. Addresses are in the spelling of the account's network; the fee is there when all amounts are. */
export function bitcoinFacts(unsigned: string, { addressFormat }: FactsSigner): Facts {
  const { transaction, spent } = readPsbt(unsigned);
  const available = spentAmount(spent);
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
    ...(available === null ? {} : { fee: available - sumOf(transaction.outputs) }),
  };
}
