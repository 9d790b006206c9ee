/** Tron transactions among bytes that are hashed with SHA-256. */
import { hexEncode } from '../../../../shared/wire/index.ts';
import type { ContentMeaning } from '../../meaning.ts';
import { Refusal } from '../../refusal.ts';
import { tron } from '../../transactions/tron/index.ts';
import { SENDABLE } from './ethereum-transaction.ts';
import { type PayloadAround, refusedOr } from './form.ts';

/** Describes the raw data of a transaction. The transaction's signature signs their hash. */
export function readTron(bytes: Uint8Array, { signWith = null }: PayloadAround): ContentMeaning | null {
  const described = refusedOr(() => tron.describe(hexEncode(bytes), signWith));
  return described instanceof Refusal ? null : { ...described, findings: [SENDABLE, ...described.findings] };
}
