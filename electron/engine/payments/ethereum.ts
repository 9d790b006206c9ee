import { sentence } from '../../../shared/errors/index.ts';
import { ETHEREUM_CHAINS } from '../../../shared/model/index.ts';
import type { FamilyRule } from './family-rule.ts';

/** Payments on Ethereum's kind of chain. */
export const ETHEREUM: FamilyRule<'ethereum'> = {
  tokensName: (chain) => chain,
  misspelling(text, normalize) {
    const right = normalize(text.toLowerCase());
    return right === null
      ? sentence`This is not an address of this chain. Enter 0x and 40 hexadecimal digits.`
      : sentence`This address has wrong upper or lower case letters, so a character may be mistyped. Compare it with its source: ${right}.`;
  },
  isOffCurve: () => false,
  assetName: (chain, token) => `${chain}/erc20:${token}`.toLowerCase(),
  withoutFees: 'Enter the fee.',
  async nonce(ask, { chain, from }) {
    const caip2 = ETHEREUM_CHAINS.find((known) => known === chain);
    if (caip2 === undefined) return null;
    const { nonce = null } = await ask('get_nonces', { address: from, caip2, nonce: true });
    return nonce;
  },
  payableUnits: () => null,
  complete: (payments) => Promise.resolve(payments.map(({ payment }) => payment)),
};
