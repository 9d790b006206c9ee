import { openP256Signer, p256Verify } from '../../../../electron/crypto/index.ts';
import type { AuditKeeper, ChainHead } from '../../../../electron/storage/records/index.ts';
import { auditHeadBytes } from '../../../../shared/processes/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';

export const NOTHING: ChainHead = { first: 1, sequence: 0, hash: '00'.repeat(32) };

/** Signs with a key of its own, the same in every process with the same number. It knows only the head in `known`. */
export function keeper(seed = 1, known = NOTHING): AuditKeeper {
  const signer = openP256Signer(new Uint8Array(32).fill(seed));
  const bytes = ({ first, sequence, hash }: ChainHead) => auditHeadBytes(first, sequence, hexDecode(hash));
  return {
    known,
    sign: async (head) => ({ signedBy: `key-${seed}`, signature: signer.sign(bytes(head)) }),
    isSigned: (head, signedBy, signature) =>
      signedBy === `key-${seed}` && p256Verify(signer.publicKey, bytes(head), signature),
    isKnown: (signedBy) => signedBy === `key-${seed}`,
  };
}
