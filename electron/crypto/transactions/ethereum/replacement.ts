/** Replacements of transactions by the same nonce and higher fees. */
import type { ReplacementAct, ReplacementFeeOf } from '../../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { ADDRESS_TABLE } from '../../addresses/index.ts';
import { join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { transactionBytes } from '../reading.ts';
import { uintOf } from './fields.ts';
import { unsignedFeeMarket } from './index.ts';
import { fieldsOf, readUnsigned } from './read.ts';
import { numberBytes, rlpEncode } from './rlp.ts';

const FEE_MARKET = 0x02;
/** A transfer of the coin to an account without code. */
const PLAIN_GAS = 21_000n;
/** Choice (replacement-bump): nodes replace a transaction when both fees rise by at least 10 %, as go-ethereum does. */
const BUMP = { over: 110n, under: 100n } as const;
/** The longest transaction that is read. */
const MAXIMUM_BYTES = 128 * 1024;

/** The fees of one unit of gas, in wei. */
export interface GasPrice {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** The fees that a transaction pays now, and the lowest ones of a replacement. */
export interface EthereumReplacementFees {
  readonly paid: GasPrice;
  readonly least: GasPrice;
  /** The most units of gas that each act pays for. */
  readonly gas: Readonly<Record<ReplacementAct, bigint>>;
  /** The transaction already pays nothing to anybody but its sender. */
  readonly isCancelled: boolean;
}

/** Returns the lowest fees with which a transaction is replaced. Throws a `Refusal` for another type than EIP-1559. */
export function ethereumReplacementFees(unsigned: string, from: string): EthereumReplacementFees {
  const { paid, gasLimit, to, value, data } = readOriginal(unsigned);
  const isCancelled = hexEncode(to) === hexEncode(ownBytes(from)) && value === 0n && data.length === 0;
  return {
    paid,
    least: {
      maxFeePerGas: raised(paid.maxFeePerGas),
      maxPriorityFeePerGas: raised(paid.maxPriorityFeePerGas),
    },
    gas: { raise: gasLimit, cancel: PLAIN_GAS },
    isCancelled,
  };
}

/**
 * Returns the unsigned bytes, in hex, that replace a transaction with the same chain and nonce. `raise` changes only the
 * two fees, `cancel` sends nothing to the account itself. Throws a `Refusal` unless both fees are raised by at least 10 %.
 */
export function replacementEthereum(
  unsigned: string,
  from: string,
  act: ReplacementAct,
  fee: ReplacementFeeOf<'ethereum'>,
): string {
  const { items, chainId, nonce } = readOriginal(unsigned);
  const { least } = ethereumReplacementFees(unsigned, from);
  const [maxFeePerGas, maxPriorityFeePerGas] = [BigInt(fee.maxFeePerGas), BigInt(fee.maxPriorityFeePerGas)];
  if (maxFeePerGas < least.maxFeePerGas)
    throw refused(
      `is less than 10 % above the one that it replaces. Use at least ${least.maxFeePerGas}`,
      'maxFeePerGas',
    );
  if (maxPriorityFeePerGas < least.maxPriorityFeePerGas)
    throw refused(
      `is less than 10 % above the one that it replaces. Use at least ${least.maxPriorityFeePerGas}`,
      'maxPriorityFeePerGas',
    );
  const fees = { maxFeePerGas, maxPriorityFeePerGas };
  const replacement =
    act === 'cancel'
      ? unsignedFeeMarket({
          chainId,
          nonce,
          ...fees,
          gasLimit: PLAIN_GAS,
          to: ownBytes(from),
          value: 0n,
          data: new Uint8Array(),
        })
      : hexEncode(
          join(
            Uint8Array.of(FEE_MARKET),
            rlpEncode(items.with(2, numberBytes(maxPriorityFeePerGas)).with(3, numberBytes(maxFeePerGas))),
          ),
        );
  // Checks what nodes check of every transaction, such as a priority fee above the fee.
  readOriginal(replacement);
  return replacement;
}

/** Returns true when nodes take a transaction at one price in the place of one at another: both fees rise by 10 %. */
export function isOutbid(next: GasPrice, before: GasPrice): boolean {
  return (
    next.maxFeePerGas >= raised(before.maxFeePerGas) && next.maxPriorityFeePerGas >= raised(before.maxPriorityFeePerGas)
  );
}

/** Returns the chain and the nonce of a transaction, which only one transaction of its account uses. Throws a `Refusal`. */
export function accountNonce(unsigned: string): string {
  const { chainId, nonce } = readOriginal(unsigned);
  return `${chainId} ${nonce}`;
}

function readOriginal(unsigned: string) {
  const transaction = readUnsigned(transactionBytes(unsigned, MAXIMUM_BYTES), null);
  if (transaction.type.byte !== FEE_MARKET)
    throw refused('is not of the type EIP-1559, and no other type is replaced', 'the transaction');
  const field = fieldsOf(transaction);
  const bytes = (name: string) => {
    const item = field(name);
    return item instanceof Uint8Array ? item : new Uint8Array();
  };
  return {
    items: transaction.items,
    chainId: uintOf(field('chainId')),
    nonce: uintOf(field('nonce')),
    gasLimit: uintOf(field('gasLimit')),
    to: bytes('to'),
    value: uintOf(field('value')),
    data: bytes('data'),
    paid: {
      maxFeePerGas: uintOf(field('maxFeePerGas')),
      maxPriorityFeePerGas: uintOf(field('maxPriorityFeePerGas')),
    },
  };
}

/** Nodes take no equal fee, so zero becomes one. */
function raised(fee: bigint): bigint {
  const least = (fee * BUMP.over + BUMP.under - 1n) / BUMP.under;
  return least > fee ? least : fee + 1n;
}

function ownBytes(from: string): Uint8Array<ArrayBuffer> {
  const address = ADDRESS_TABLE.ADDRESS_FORMAT_ETHEREUM.normalize(from);
  if (address === null) throw refused('is not an address of Ethereum', 'the account');
  return hexDecode(address.slice(2).toLowerCase());
}

const refused = (why: string, place: string) => new Refusal('transaction', why, place);
