import { AppError, sentence } from '../../../shared/errors/index.ts';
import { ENDPOINT_CHAINS } from '../../../shared/model/index.ts';
import type { FamilyRule } from './family-rule.ts';

/** Payments on Bitcoin. */
export const BITCOIN: FamilyRule<'bitcoin'> = {
  tokensName: (chain) => chain,
  misspelling: () =>
    sentence`This is not an address of this network of Bitcoin. Compare every character with its source, and check the network.`,
  isOffCurve: () => false,
  assetName: (chain, token) => `${chain}/${token}`,
  withoutFees: 'Compose the PSBT elsewhere, and sign it on the Sign page.',
  nonce: () => Promise.resolve(null),
  payableUnits: (fees) =>
    fees?.family === 'bitcoin' ? String(fees.coins.reduce((sum, units) => sum + BigInt(units), 0n)) : null,
  async complete(payments, { own, without }) {
    const [first] = payments.map(({ payment }) => payment);
    if (first === undefined) return [];
    const chain = ENDPOINT_CHAINS.find((each) => each === first.chain);
    if (chain === undefined) throw notComposed('Castellan does not know this chain.');
    const { call } = await own();
    const { outputs, problem } = await call('spendableOutputs', {
      chain,
      from: first.from,
      feeRate: first.feeRate,
      without: [...without],
      payments: payments.map(({ payment: { to, units } }) => ({ to, units })),
    });
    if (problem !== null || outputs === null) throw notComposed(problem ?? 'The node reported no outputs.');
    return payments.map(({ payment, number }, index) => {
      const inputs = outputs[index] ?? [];
      if (inputs.length > 0) return { ...payment, inputs };
      throw notComposed(
        number === 0
          ? 'The outputs of the account that a block includes do not cover the amount and its fee.'
          : `Each payment of a batch on Bitcoin spends outputs of its own, and no outputs are left for line ${number}. Take lines out.`,
      );
    });
  },
};

const notComposed = (why: string) =>
  new AppError('SERVICE_REFUSED', sentence`The payment was not composed. ${why} Nothing was signed. Review it again.`);
