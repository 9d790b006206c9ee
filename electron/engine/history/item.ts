import { AppError, sentence } from '../../../shared/errors/index.ts';
import { readTimestamp, splitAsset } from '../../../shared/model/index.ts';
import type { QueryResponse } from '../../../shared/operations/index.ts';
import { oneLine } from '../../client/index.ts';
import type { Asset, Transaction } from '../../storage/cache/index.ts';
import { readAddress } from '../addresses/entries.ts';

type Item = QueryResponse<'list_eth_transaction_history'>['transactions'][number];

const HASH = /^0x[0-9a-fA-F]{64}$/;
const BLOCK = /^\d{1,15}$/;
/** A whole number of up to 256 bits. */
const UNITS = /^(0|[1-9]\d{0,77})$/;
const ASSET = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}(\/[-.%a-zA-Z0-9]{1,78})?$/;
const FINGERPRINT = /^sha256:[0-9a-f]{64}$/;
/** Seconds that fit into 32 bits: until 2106. */
const LAST_SECOND = 0xffffffff;
const MAXIMUM_DECIMALS = 255;
const MAXIMUM_SYMBOL = 32;
const MAXIMUM_NAME = 64;

/**
 * Reads a transaction of the history in either dialect and validates each member. The cache is shown beside names and
 * added up later. Texts lose invisible characters. Throws SERVICE_REPLY_INVALID, naming the member.
 */
export function readItem(item: Item, chain: string): Transaction {
  const time = Math.floor((readTimestamp(item.block.timestamp) ?? -1) / 1000);
  if (!(time >= 0 && time <= LAST_SECOND)) throw invalid('block.timestamp');
  const sent = item.service ?? item.turnkey;
  const fingerprint = sent?.activityFingerprint;
  return {
    hash: fits('transactionHash', item.transactionHash, HASH).toLowerCase(),
    time,
    block: Number(fits('block.number', item.block.number, BLOCK)),
    blockHash: fits('block.hash', item.block.hash, HASH).toLowerCase(),
    finalized: item.status === 'FINALIZED',
    failed: item.executionFailed === true,
    origin: oneLine(item.origin, MAXIMUM_SYMBOL),
    from: addressIn('from', item.from),
    to: item.to === undefined || item.to === '' ? null : addressIn('to', item.to),
    fee: { amount: fits('fee.amount', item.fee.amount, UNITS), asset: assetOf('fee.caip19', item.fee.caip19, chain) },
    transfers: item.transfers.map(({ direction, asset, amount, counterparty }) => ({
      incoming: directionOf(direction) === 'IN',
      asset: asset === undefined ? null : readAsset(asset, chain),
      amount: fits('transfers.amount', amount, UNITS),
      counterparty: addressIn('transfers.counterparty', counterparty),
    })),
    sent:
      sent === undefined
        ? null
        : {
            sponsored: sent.sponsored,
            fingerprint: fingerprint !== undefined && FINGERPRINT.test(fingerprint) ? fingerprint : null,
            at: readTimestamp(sent.submittedAt),
          },
  };
}

function readAsset(asset: Asset, chain: string): Asset {
  const { decimals } = asset;
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAXIMUM_DECIMALS)
    throw invalid('transfers.asset.decimals');
  return {
    caip19: assetOf('transfers.asset.caip19', asset.caip19, chain),
    symbol: oneLine(asset.symbol, MAXIMUM_SYMBOL),
    name: oneLine(asset.name, MAXIMUM_NAME),
    decimals,
  };
}

function directionOf(direction: string): string {
  if (direction !== 'IN' && direction !== 'OUT') throw invalid('transfers.direction');
  return direction;
}

/** An asset of the transaction's own chain. A transaction moves no asset of another chain. */
function assetOf(member: string, caip19: string, chain: string): string {
  if (splitAsset(caip19)?.chain !== chain) throw invalid(member);
  return fits(member, caip19, ASSET);
}

/** In the one spelling that names are found by. */
function addressIn(member: string, text: string): string {
  const address = /^0x[0-9a-fA-F]{40}$/.test(text) ? readAddress(text.toLowerCase())?.address : undefined;
  if (address === undefined) throw invalid(member);
  return address;
}

function fits(member: string, text: string, pattern: RegExp): string {
  if (!pattern.test(text)) throw invalid(member);
  return text;
}

function invalid(member: string): AppError {
  return new AppError(
    'SERVICE_REPLY_INVALID',
    sentence`The service reported a transaction whose ${member} is invalid, so this page was discarded. Report it to the operator of the service.`,
  );
}
