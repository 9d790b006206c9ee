import {
  chainName,
  chainOf,
  decimalText,
  grouped,
  type HistoryAmount,
  type HistoryDetail,
  type HistoryRow,
  type HistoryTransfer,
  splitAsset,
} from '../../../shared/model/index.ts';
import { tokenOf } from '../../crypto/index.ts';
import type { Asset, KeptTransaction } from '../../storage/cache/index.ts';
import type { Parties } from './parties.ts';

/** Transfers of one transaction that are shown. */
const MAXIMUM_TRANSFERS = 200;

export function toHistoryRow(transaction: KeptTransaction, parties: Parties): HistoryRow {
  const { id, time, address, chain, transfers, finalized, failed } = transaction;
  const [first] = transfers;
  const whom = first?.counterparty ?? (transaction.from === address ? transaction.to : transaction.from);
  return {
    id,
    time: time * 1000,
    account: parties.of(address, chain),
    chain,
    direction: directionOf(transaction),
    counterparty: whom === null ? null : parties.of(whom, chain),
    amount: first === undefined ? null : amountOf(chain, first.asset, first.amount),
    incoming: first?.incoming ?? false,
    more: Math.max(0, transfers.length - 1),
    state: failed ? 'failed' : finalized ? 'finalized' : 'confirmed',
  };
}

export function toHistoryDetail(
  transaction: KeptTransaction,
  parties: Parties,
  activityId: string | null,
): HistoryDetail {
  const { chain, hash, block, blockHash, from, to, fee, origin, sent } = transaction;
  const transfers = transaction.transfers
    .slice(0, MAXIMUM_TRANSFERS)
    .map((transfer) => toTransfer(transfer, chain, parties));
  return {
    row: toHistoryRow(transaction, parties),
    headline: headlineOf(transaction, transfers),
    hash,
    block: { number: block, hash: blockHash },
    from: parties.of(from, chain),
    to: to === null ? null : parties.of(to, chain),
    fee: amountOf(chain, { caip19: fee.asset, symbol: '', name: '', decimals: 0 }, fee.amount),
    origin,
    transfers,
    moreTransfers: transaction.transfers.length - transfers.length,
    sent: sent && { sponsored: sent.sponsored, fingerprint: sent.fingerprint, submittedAt: sent.at, activityId },
  };
}

export function toTransfer(
  { incoming, asset, amount, counterparty }: KeptTransaction['transfers'][number],
  chain: string,
  parties: Parties,
): HistoryTransfer {
  return {
    incoming,
    amount: amountOf(chain, asset, amount),
    asset: asset?.caip19 ?? null,
    counterparty: parties.of(counterparty, chain),
  };
}

/**
 * An exact amount. The chain's coin and well-known tokens use the symbol and decimals known here, whatever the service
 * says. Any other token has its own symbol in quotation marks, because anybody can make a token named ETH.
 */
export function amountOf(chain: string, asset: Asset | null, units: string): HistoryAmount {
  if (asset === null) return { text: units, unit: 'units of an asset without a name', known: false };
  const { kind = '', reference = '', item } = splitAsset(asset.caip19) ?? {};
  const coin = kind === 'slip44' ? chainOf(chain) : null;
  const known = coin === null ? tokenOf(chain, reference) : { symbol: coin.coin, decimals: coin.decimals };
  if (known !== null) return { text: decimalText(BigInt(units), known.decimals), unit: known.symbol, known: true };
  const symbol = asset.symbol === '' ? `units of ${reference}` : `“${asset.symbol}”`;
  return {
    text: decimalText(BigInt(units), asset.decimals),
    unit: item === undefined ? symbol : `${symbol} #${item}`,
    known: false,
  };
}

function directionOf({ transfers }: KeptTransaction): HistoryRow['direction'] {
  const [comes, goes] = [transfers.some(({ incoming }) => incoming), transfers.some(({ incoming }) => !incoming)];
  return comes ? (goes ? 'both' : 'in') : goes ? 'out' : 'none';
}

/** “Received 250 USDC from Acme and paid 2 ETH to 0x… on Base” */
function headlineOf(
  { from, to, address, chain, failed }: KeptTransaction,
  transfers: readonly HistoryTransfer[],
): string {
  const where = `on ${chainName(chain)}`;
  if (failed) return `Failed ${where}: nothing moved but the fee`;
  const first = (incoming: boolean) => transfers.filter((transfer) => transfer.incoming === incoming);
  const parts = [partOf('Sent', 'to', first(false)), partOf('Received', 'from', first(true))].filter(
    (part) => part !== null,
  );
  if (parts.length > 0) {
    const [one = '', other] = parts;
    return `${other === undefined ? one : `${one} and r${other.slice(1)}`} ${where}`;
  }
  if (to === null) return `Made a contract ${where}`;
  return `${from === address ? `Called ${to}` : `Called by ${from}`} ${where}; nothing moved`;
}

function partOf(verb: string, towards: string, transfers: readonly HistoryTransfer[]): string | null {
  const [first, ...others] = transfers;
  if (first === undefined) return null;
  const { amount, counterparty } = first;
  const whom = counterparty.label === null ? counterparty.address : `“${counterparty.label}”`;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${verb} ${grouped(amount.text)} ${amount.unit} ${towards} ${whom}${more}`;
}
