import { ETHEREUM } from './ethereum.ts';
import type { FamilyRule } from './family-rule.ts';

/** Payments on Tempo. Its addresses, its nonces and the names of its tokens are those of Ethereum's kind of chain. */
export const TEMPO: FamilyRule<'tempo'> = {
  ...ETHEREUM,
  // pathUSD, which pays the fees of an account that chose nothing else.
  firstToken: '0x20c0000000000000000000000000000000000000',
  complete: (payments) => Promise.resolve(payments.map(({ payment }) => payment)),
};
