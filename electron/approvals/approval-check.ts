import { AppError, sentence } from '../../shared/errors/index.ts';
import { type JsonObject, parseJsonObject } from '../../shared/model/index.ts';
import { type Approval, approvalBytes } from '../../shared/processes/index.ts';
import { utf8Decode } from '../../shared/wire/index.ts';
import { constantTimeEqual, hmacSha256, sha256 } from '../crypto/index.ts';

/** Checks the one-time permissions that main mints: after the operator's answer, or for a read. */
export interface ApprovalCheck {
  /**
   * Throws APPROVAL_REFUSED unless the approval is genuine, new, for exactly this body and of its kind. Every genuine
   * approval is used up by the call. Returns a function that makes it usable again, for a caller that signed nothing
   * after all.
   */
  use(approval: Approval, body: Uint8Array): () => void;
  /** The same for opening a bundle, which needs an approval of its own kind. */
  allowOpening(approval: Approval, body: Uint8Array): void;
  /** The same for beginning a session with a verified contact. */
  allowLogin(approval: Approval, message: Uint8Array): void;
}

/** `key` is the 32-byte key from main's start message. The caller keeps it. */
export function createApprovalCheck(key: Uint8Array): ApprovalCheck {
  let last = 0;
  const using =
    (...kinds: readonly Approval['kind'][]): ApprovalCheck['use'] =>
    (approval, body) => {
      const expected = hmacSha256(key, approvalBytes(approval));
      if (!constantTimeEqual(expected, approval.mac)) throw refused('it was not made by this program');
      if (approval.counter <= last) throw refused('it was used before, or a later one was');
      const before = last;
      last = approval.counter;
      if (!constantTimeEqual(sha256(body), approval.bodySha256)) throw refused('it is for another request');
      if (!kinds.includes(approval.kind)) throw refused('it is for something else');
      if (approval.kind === 'read' && !isRead(body))
        throw refused('it is for a read, and this request changes something');
      return () => {
        if (last === approval.counter) last = before;
      };
    };
  return { use: using('read', 'write'), allowOpening: using('open'), allowLogin: using('login') };
}

/** A JSON object without an activity type. In any letter case: some parsers take `Type` for `type`. */
function isRead(body: Uint8Array): boolean {
  let root: JsonObject;
  try {
    root = parseJsonObject(utf8Decode(body), () => new Error('not a request'));
  } catch {
    return false;
  }
  return !Object.keys(root).some((name) => name.toLowerCase() === 'type');
}

function refused(reason: string): AppError {
  return new AppError(
    'APPROVAL_REFUSED',
    sentence`The approval was refused: ${reason}. Nothing was done. Look at the request again and confirm it.`,
  );
}
