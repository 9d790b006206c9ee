import { ETHEREUM_CHAINS, ethereumChainName, type SentTransaction } from '../../../shared/model/index.ts';
import { readSignedEthereum } from '../../crypto/index.ts';

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
