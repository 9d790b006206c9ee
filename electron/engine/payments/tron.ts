import { AppError, sentence } from '../../../shared/errors/index.ts';
import { TRON_CHAINS } from '../../../shared/model/index.ts';
import type { FamilyRule } from './family-rule.ts';

/** Payments on Tron. */
export const TRON: FamilyRule<'tron'> = {
  tokensName: (chain) => chain,
  misspelling: () =>
    sentence`This is not an address of Tron. Enter T and 33 letters and digits, as its owner gave them.`,
  isOffCurve: () => false,
  assetName: (chain, token) => `${chain}/trc20:${token}`.toLowerCase(),
  withoutFees: 'Compose the payment elsewhere, and sign it on the Sign page.',
  nonce: () => Promise.resolve(null),
  payableUnits: () => null,
  async complete(payments, { own }) {
    const [first] = payments;
    const chain = TRON_CHAINS.find((each) => each === first?.payment.chain);
    if (chain === undefined) throw notComposed('Castellan does not know this chain.');
    const { call } = await own();
    const { block, problem } = await call('referenceBlock', { chain });
    if (block === null) throw notComposed(problem ?? 'The node reported no block.');
    // Choice (tron-apart): equal payments would be one transaction, so each has a millisecond of its own.
    return payments.map(({ payment, number }) => ({
      ...payment,
      block: { ...block, timestamp: block.timestamp + number },
    }));
  },
};

const notComposed = (why: string) =>
  new AppError('SERVICE_REFUSED', sentence`The payment was not composed. ${why} Nothing was signed. Review it again.`);
