import type { ExportProof, SealedReveal } from '../../shared/model/index.ts';
import { makeRevealKey, type RevealKey } from '../../shared/reveal/index.ts';
import { hexEncode } from '../../shared/wire/index.ts';

/** The keys whose reveal has not arrived yet, by their public halves. They end with this window's process. */
const waiting = new Map<string, RevealKey>();

/** Makes the key to which one reveal is sealed, for this proof and this format. Returns its public half. */
export async function sealTo(format: string, proof: ExportProof): Promise<RevealKey['to']> {
  const key = await makeRevealKey(format, proof);
  waiting.set(hexEncode(key.to), key);
  return key.to;
}

/**
 * Returns the revealed bytes, which the caller wipes. Their key is used once. Throws for a key of another window, and
 * as `RevealKey.open`.
 */
export async function openRevealed({ to, ...sealed }: SealedReveal): Promise<Uint8Array<ArrayBuffer>> {
  const id = hexEncode(to);
  const key = waiting.get(id);
  waiting.delete(id);
  if (key === undefined) throw new Error('the key of this reveal is not in this window');
  return key.open(sealed);
}
