import { AppError } from '../../../shared/errors/index.ts';
import { ENDPOINT_CHAINS } from '../../../shared/model/index.ts';
import type { FamilyRule } from './family-rule.ts';

/** Payments on Bitcoin. */
export const BITCOIN: FamilyRule<'bitcoin'> = {
  tokensName: (chain) => chain,
  misspelling: () =>
    'This is not an address of this network of Bitcoin. Compare every character with its source, and check the network.',
  isOffCurve: () => false,
  assetName: (chain, token) => `${chain}/${token}`,
  withoutFees: 'Compose the PSBT elsewhere, and sign it on the Sign page.',
  nonce: () => Promise.resolve(null),
  payableUnits: (fees) =>
    fees?.family === 'bitcoin' ? String(fees.coins.reduce((sum, units) => sum + BigInt(units), 0n)) : null,
  async complete(payment, own) {
    const { chain, from, to, units, feeRate } = payment;
    const known = ENDPOINT_CHAINS.find((each) => each === chain);
    if (known === undefined) throw notComposed('Castellan does not know this chain.');
    const { call } = await own();
    const { outputs, problem } = await call('spendableOutputs', { chain: known, from, to, units, feeRate });
    if (problem !== null || outputs === null) throw notComposed(problem ?? 'The node reported no outputs.');
    if (outputs.length === 0)
      throw notComposed('The outputs of the account that a block includes do not cover the amount and its fee.');
    return { ...payment, inputs: outputs };
  },
};

const notComposed = (why: string) =>
  new AppError('SERVICE_REFUSED', `The payment was not composed. ${why} Nothing was signed. Review it again.`);
