import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';

/** A whole number of smallest units, gas or transactions, in decimal digits. */
export const Units = Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$', says: 'a whole number in decimal digits' });

/** The longest memo, in bytes of UTF-8. */
export const MAXIMUM_MEMO = 120;

/** A public text for the recipient. Null for none. */
export const Memo = Nullable(Type.String({ minLength: 1, maxLength: MAXIMUM_MEMO }));

/** An address of Ethereum’s kind of chain, in any letter case. */
export const EvmAddress = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$', says: '0x and 40 hexadecimal digits' });

/** The fees of one unit of gas (EIP-1559), in wei. */
export const GasFees = Closed({ maxFeePerGas: Units, maxPriorityFeePerGas: Units });
export type GasFees = Static<typeof GasFees>;
