import { hexEncode } from '../../../../shared/wire/index.ts';
import { INPUT, valueAt } from './fields.ts';
import { readPsbt } from './psbt.ts';

/** One output that a PSBT spends, as the PSBT states it. */
export interface StatedOutpoint {
  /** `<transaction id>:<index>`, the id as explorers show it. */
  readonly outpoint: string;
  readonly satoshi: number;
  /** The output script, lowercase hex. */
  readonly script: string;
  /** The PSBT has the previous transaction, with that id. */
  readonly isProven: boolean;
}

/**
 * Returns every output that a PSBT spends and states, whatever the input's signer. Throws a `Refusal` for an invalid
 * PSBT.
 */
export function statedOutpoints(unsigned: string): StatedOutpoint[] {
  const { transaction, spent, inputs } = readPsbt(unsigned);
  return transaction.inputs.flatMap(({ outpoint, index }, at) => {
    const output = spent[at] ?? null;
    const map = inputs[at];
    if (output === null || map === undefined) return [];
    return [
      {
        outpoint: `${hexEncode(outpoint.slice(0, 32).reverse())}:${index}`,
        satoshi: Number(output.amount),
        script: hexEncode(output.script),
        isProven: valueAt(map, INPUT.nonWitnessUtxo) !== undefined,
      },
    ];
  });
}
