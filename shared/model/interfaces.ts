import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';

/** The most interfaces that an operator adds, and the longest text of one. */
export const INTERFACE_LIMITS = { count: 200, text: 512 * 1024 } as const;

/** What an operator says a contract is: a JSON ABI or a descriptor after ERC-7730, for one contract on one chain. */
export const ContractInterface = Closed({
  /** What the operator calls it. */
  name: Type.String({ minLength: 1, maxLength: 64 }),
  /** By CAIP-2: only chains of Ethereum's kind have such contracts. */
  chain: Type.String({ pattern: '^eip155:[1-9][0-9]{0,15}$' }),
  address: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }),
  text: Type.String({ minLength: 1, maxLength: INTERFACE_LIMITS.text }),
});
export type ContractInterface = Static<typeof ContractInterface>;
