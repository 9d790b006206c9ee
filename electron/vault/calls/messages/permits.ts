/** Exact types of permits (ERC-2612, DAI, Permit2), whose meaning is read by the names of their members. */
import type { TypedMessage } from '../../../crypto/index.ts';

/** Uniswap's Permit2, at one address on every chain. */
export const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';
const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)';
/** The struct of what a transfer of Permit2 may take. */
export const TOKEN_PERMISSIONS = 'TokenPermissions(address token,uint256 amount)';

/** The token itself verifies these. */
const OF_TOKENS: ReadonlySet<string> = new Set([
  'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
  'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
]);

const OF_PERMIT2: ReadonlySet<string> = new Set([
  `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`,
  `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`,
  `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${TOKEN_PERMISSIONS}`,
  `PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${TOKEN_PERMISSIONS}`,
]);

/** Whether a message is exactly a known permit, at a contract that takes it. A permit with a witness is none: the witness may hide more. */
export function isKnownPermit({ type, to }: TypedMessage): boolean {
  return to !== null && (OF_TOKENS.has(type) || (OF_PERMIT2.has(type) && to.toLowerCase() === PERMIT2));
}
