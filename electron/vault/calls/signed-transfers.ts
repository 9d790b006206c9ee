/** Transfers that an owner signed and somebody else hands in (ERC-3009). */
import { row } from '../../crypto/index.ts';
import type { Standard } from './standard.ts';

/** A signature as three arguments, and as one, which contracts with accounts that are contracts also take. */
export const PROOFS = ['uint8 v, bytes32 r, bytes32 s', 'bytes signature'] as const;

const BASIS = 'ERC-3009';

export const SIGNED_TRANSFERS: readonly Standard[] = PROOFS.flatMap((proof): Standard[] => [
  ...(['transfer', 'receive'] as const).map(
    (name): Standard => ({
      signature: `${name}WithAuthorization(address from, address to, uint256 amount, uint256 validAfter, uint256 validBefore, bytes32 nonce, ${proof})`,
      basis: BASIS,
      owner: { name: 'from', by: 'a signature' },
      does: (of) => `Submit the signed transfer of ${of.text('from')}: send ${of.tokens('amount')} to ${of.text('to')}`,
      rows: (of) => [row('Amount', of.tokens('amount'), 'amount')],
    }),
  ),
  {
    signature: `cancelAuthorization(address authorizer, bytes32 nonce, ${proof})`,
    basis: BASIS,
    does: (of) => `Revoke the authorization ${of.text('nonce')} of ${of.text('authorizer')}`,
  },
]);
