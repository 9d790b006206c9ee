import { decimalText, toRfc3339 } from '../../../shared/model/index.ts';
import type { QueryResponse } from '../../../shared/operations/index.ts';
import type { Dialect } from '../../../shared/processes/index.ts';
import { ADDRESS_TABLE } from '../../crypto/index.ts';
import type { ListedEntry, Store, StoredTransfer } from '../store/index.ts';
import { coinOf, tokenId } from './coins.ts';
import { DIALECT } from './dialect.ts';

type Item = QueryResponse<'list_eth_transaction_history'>['transactions'][number];
type Transfer = Item['transfers'][number];

/** A chain that was read, and the height up to which it cannot change any more. */
interface ReadChain {
  readonly chain: string;
  readonly final: number;
}

/** The store that knows the contracts, and the dialect of the answer. */
interface Served {
  readonly store: Store;
  readonly dialect: Dialect;
}

/**
 * Returns a transaction in the form of docs/protocol.md#histories. Choice (history-origin): a transaction that this
 * service sent to the chain has the origin SERVICE, any other EXTERNAL.
 */
export function wireEntry(entry: ListedEntry, { chain, final }: ReadChain, { store, dialect }: Served): Item {
  const { recipient, fingerprint, submittedAt } = entry;
  const sent =
    submittedAt === null
      ? null
      : {
          sponsored: false,
          ...(fingerprint === null ? {} : { activityFingerprint: fingerprint }),
          submittedAt: toRfc3339(submittedAt),
        };
  return {
    transactionHash: entry.transactionHash,
    block: { number: String(entry.blockNumber), hash: entry.blockHash, timestamp: toRfc3339(entry.blockTime) },
    status: entry.blockNumber <= final ? 'FINALIZED' : 'CONFIRMED',
    origin: sent === null ? 'EXTERNAL' : 'SERVICE',
    from: checksummed(entry.sender),
    ...(recipient === null ? {} : { to: checksummed(recipient) }),
    fee: { amount: entry.fee, caip19: feeAssetOf(entry.feeAsset, chain) },
    transfers: entry.transfers.map((transfer) => wireTransfer(transfer, chain, store)),
    ...(entry.hasFailed === 1 ? { executionFailed: true } : {}),
    ...(sent === null ? {} : { [DIALECT[dialect].sentMember]: sent }),
  };
}

/** Choice (tempo-fees): the fee of a Tempo transaction is in the token that its receipt names. */
function feeAssetOf(asset: string | null, chain: string): string {
  if (asset === null) return coinOf(chain)?.caip19 ?? `${chain}/slip44:60`;
  return tokenId(chain, asset.slice(asset.indexOf(':') + 1));
}

/** Returns a transfer with the known details of its asset. */
export function wireTransfer(
  { direction, asset, amount, counterparty }: StoredTransfer,
  chain: string,
  store: Store,
): Transfer {
  const common = { direction, amount, counterparty: checksummed(counterparty) };
  const known = asset === null ? coinOf(chain) : assetOf(asset, chain, store);
  if (known === null) return common;
  const { decimals, ...names } = known;
  const display = decimals === null ? {} : { display: { crypto: decimalText(BigInt(amount), decimals) } };
  return { ...common, asset: { ...names, decimals: decimals ?? 0 }, ...display };
}

/** Returns a token with its contract's metadata. ERC-721 and ERC-1155 tokens are counted in whole ones. */
function assetOf(asset: string, chain: string, { history }: Store) {
  const [standard, contract = '', token] = asset.split(/[:/]/);
  const { symbol = '', name = '', decimals = null } = history.contracts.find(chain, contract) ?? {};
  const caip19 = `${chain}/${standard}:${checksummed(contract)}${token === undefined ? '' : `/${token}`}`;
  return { caip19, symbol, name, decimals: token === undefined ? decimals : 0 };
}

/** Returns an address with the checksum of EIP-55. Text that is no address of Ethereum stays as it is. */
export const checksummed = (address: string): string =>
  ADDRESS_TABLE.ADDRESS_FORMAT_ETHEREUM.normalize(address) ?? address;
