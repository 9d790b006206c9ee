import { AppError } from '../../shared/errors/index.ts';
import { type Approval, approvalBytes } from '../../shared/processes/index.ts';
import { constantTimeEqual, hmacSha256, sha256 } from '../crypto/index.ts';

/** Checks the one-time permissions that main mints after the operator confirmed. */
export interface ApprovalCheck {
  /** Throws APPROVAL_REFUSED unless the approval is genuine, new, and for exactly this body. Every genuine one is used up by it. */
  use(approval: Approval, body: Uint8Array): void;
}

/** `key` is the 32-byte key main gave at the start; it stays with the caller. */
export function createApprovalCheck(key: Uint8Array): ApprovalCheck {
  let last = 0;
  return {
    use(approval, body) {
      const expected = hmacSha256(key, approvalBytes(approval));
      if (!constantTimeEqual(expected, approval.mac)) throw refused('it was not made by this program');
      if (approval.counter <= last) throw refused('it was used before, or a later one was');
      last = approval.counter;
      if (!constantTimeEqual(sha256(body), approval.bodySha256)) throw refused('it is for another request');
    },
  };
}

function refused(reason: string): AppError {
  return new AppError(
    'APPROVAL_REFUSED',
    `The approval was refused: ${reason}. Nothing was signed. Look at the request again and confirm it.`,
  );
}
