import { ETHEREUM_CHAINS, ethereumChainName, type SentTransaction, type Signed } from '../../../shared/model/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import { signedOf } from '../../client/index.ts';
import { readSignedEthereum, readSignedIdentity } from '../../crypto/index.ts';

/** The nonce and the hash of a signed transaction. Its signer is not recovered. Null for any other value. */
export function identityIn(signed: unknown): ReturnType<typeof readSignedIdentity> | null {
  try {
    return typeof signed === 'string' ? readSignedIdentity(signed) : null;
  } catch {
    return null;
  }
}

/** A signed transaction of a chain that this program broadcasts to. Null for any other text. */
export function sentIn(signed: unknown): SentTransaction | null {
  if (typeof signed !== 'string') return null;
  try {
    const { chainId, sender, nonce, transactionHash } = readSignedEthereum(signed);
    const named = chainId === null ? null : ethereumChainName(chainId);
    const chain = ETHEREUM_CHAINS.find((known) => known === named);
    return chain === undefined ? null : { chain, hash: transactionHash, address: sender, nonce: String(nonce) };
  } catch {
    return null;
  }
}

/** The service's signed result when there is nothing to compare it with. Null when it is unreadable. */
export function shownOf(activity: Activity): Signed | null {
  try {
    return signedOf(activity);
  } catch {
    return null;
  }
}
