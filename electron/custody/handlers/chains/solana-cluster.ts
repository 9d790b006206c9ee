/**
 * Binds a transaction of Solana to the cluster that its request names. The signed bytes name no cluster: only the
 * blockhash, or the durable nonce, is one of a single cluster.
 */
import { chainName, SOLANA_MAINNET } from '../../../../shared/model/index.ts';
import { type ChainNode, type Chains, NodeFault } from '../../chains/index.ts';
import { accountsAt, readNonce } from '../../chains/solana/accounts.ts';
import { isNewBlockhash } from '../../chains/solana/questions.ts';
import { type PublicError, publicError } from '../../public-error.ts';

/** The lifetime of a transaction. */
export interface Lifetime {
  readonly blockhash: string;
  /** The account that holds the blockhash as a durable nonce. Null for a recent blockhash. */
  readonly nonceAccount: string | null;
}

/** Throws INVALID_TRANSACTION when the chain does not have the lifetime that a request or its transaction states. */
export async function requireOfChain(lifetime: Lifetime, node: ChainNode): Promise<void> {
  if (await hasLifetime(lifetime, node)) return;
  const name = chainName(node.chain);
  throw refused(
    lifetime.nonceAccount === null
      ? `its blockhash ${lifetime.blockhash} is not a recent one of ${name}: it expired, or is one of another cluster`
      : `its durable nonce ${lifetime.blockhash} is not the one that the account ${lifetime.nonceAccount} holds on ${name}`,
  );
}

/**
 * Throws INVALID_TRANSACTION when a transaction for a test cluster would be valid on mainnet.
 * Choice (solana-lying-node): a node of a test cluster that returns mainnet's blockhash is found out by the nodes of
 * mainnet, where the service has any. They are asked for test clusters only.
 */
export async function refuseMainnet(lifetime: Lifetime, node: ChainNode, chains: Chains): Promise<void> {
  const mainnet = node.chain === SOLANA_MAINNET ? undefined : chains.find(SOLANA_MAINNET);
  if (mainnet === undefined) return;
  const isOfMainnet = await hasLifetime(lifetime, mainnet);
  const [name, other] = [chainName(node.chain), chainName(SOLANA_MAINNET)];
  const fault = new NodeFault('malformed', `it reports a blockhash of ${other} as one of ${name}`);
  chains.doubt(node.chain, 'blockhash', isOfMainnet ? fault : null);
  if (isOfMainnet)
    throw refused(`it would be valid on ${other}, because its blockhash is one of ${other} and not of ${name}`);
}

async function hasLifetime({ blockhash, nonceAccount }: Lifetime, node: ChainNode): Promise<boolean> {
  if (nonceAccount === null) return node.ask(isNewBlockhash(blockhash));
  const [account] = await node.ask(accountsAt([nonceAccount]));
  return readNonce(account) === blockhash;
}

const refused = (why: string): PublicError =>
  publicError('INVALID_TRANSACTION', `the transaction was not signed: ${why}. Nothing was sent.`);
