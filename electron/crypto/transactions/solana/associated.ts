/** The associated token account of a wallet and a mint (SPL Associated Token Account Program). */
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { createRecent } from '../../../../shared/model/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { join, sha256 } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { ASSOCIATED_TOKEN_PROGRAM } from './programs/index.ts';

const MARKER = utf8Encode('ProgramDerivedAddress');

/**
 * Returns the address at which a token program keeps a wallet's tokens, in base58. It is the first one from bump 255 down
 * that is no point of the curve, so no key signs for it. Throws a `Refusal` when there is none.
 */
export function associatedTokenAccount(owner: string, mint: string, tokenProgram: string): string {
  const seeds = [owner, tokenProgram, mint].map((address) => base58.decode(address));
  const program = base58.decode(ASSOCIATED_TOKEN_PROGRAM);
  for (let bump = 255; bump >= 0; bump -= 1) {
    const address = sha256(join(...seeds, Uint8Array.of(bump), program, MARKER));
    if (!isOnCurve(address)) return base58.encode(address);
  }
  throw new Refusal('transaction', 'has no associated account for this token', 'to');
}

/** Finding an account takes 2 ms, and a transaction has many transfers of few accounts. Weighed in accounts. */
const recent = createRecent<{ readonly account: string | null }>(256);

/** The same, from a cache. Returns null when there is none. */
export function usualTokenAccount(owner: string, mint: string, tokenProgram: string): string | null {
  const key = `${owner} ${mint} ${tokenProgram}`;
  const known = recent.get(key);
  if (known !== undefined) return known.account;
  const account = findUsual(owner, mint, tokenProgram);
  recent.keep(key, { account }, 1);
  return account;
}

function findUsual(owner: string, mint: string, tokenProgram: string): string | null {
  try {
    return associatedTokenAccount(owner, mint, tokenProgram);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Returns true for an address that can be a wallet. No key signs for any other one, which belongs to a program. */
export function hasKey(address: string): boolean {
  return isOnCurve(base58.decode(address));
}

/** The network takes every encoding that decompresses, also of points of small order (ZIP-215). */
function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}
