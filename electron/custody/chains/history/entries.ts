import type { AddressEntry, Lack, StoredTransfer } from '../../store/index.ts';
import type { Block, Outcome, Transaction } from './blocks.ts';
import { type Movement, movementsIn } from './tokens.ts';
import type { InnerValue } from './traces.ts';

/** A block with all the data that its node returned. */
export interface ReadBlock {
  readonly block: Block;
  readonly outcomes: readonly Outcome[];
  /** Null when the node has no traces. An item is null when its transaction could not be traced. */
  readonly innerValues: readonly (readonly InnerValue[] | null)[] | null;
  /** The block was too long to read, so its contents are missing. */
  readonly isPassedOver: boolean;
}

/** Returns the kind of data that a block lacks, or null for a complete block. */
export function lackOf({ block, innerValues, isPassedOver }: ReadBlock): Lack | null {
  if (isPassedOver) return 'passed over';
  const isTraced = block.transactions.length === 0 || (innerValues !== null && !innerValues.includes(null));
  return isTraced ? null : 'untraced';
}

/** Returns the id of a watched address in lower case, or undefined for every other address. */
export type Watched = (address: string) => number | undefined;

/** Choice (history-transfers): an address gets at most this many transfers of one transaction, the first ones. */
const MAXIMUM_TRANSFERS = 1000;

/**
 * Returns the entries of a block that concern watched addresses: transactions from or to one, with each of its
 * transfers.
 */
export function entriesOf({ block, outcomes, innerValues }: ReadBlock, watched: Watched): AddressEntry[] {
  return block.transactions.flatMap((transaction, index) => {
    const outcome = outcomes[index] as Outcome;
    const movements = movementsOf(transaction, outcome, innerValues?.[index] ?? []);
    const parties = [transaction.from, transaction.to, ...movements.flatMap(({ from, to }) => [from, to])];
    const concerned = [...new Set(parties)].flatMap((party) => {
      const addressId = party === null ? undefined : watched(party);
      return party === null || addressId === undefined ? [] : [{ address: party, addressId }];
    });
    return concerned.map(({ address, addressId }) => ({
      address,
      entry: {
        addressId,
        blockNumber: block.number,
        transactionIndex: index,
        transactionHash: transaction.hash,
        blockHash: block.hash,
        blockTime: block.time,
        sender: transaction.from,
        recipient: transaction.to,
        fee: String(outcome.fee),
        feeAsset: outcome.feeAsset,
        hasFailed: outcome.succeeded ? 0 : 1,
        transfers: movements.flatMap((movement) => transfersOf(movement, address)).slice(0, MAXIMUM_TRANSFERS),
      },
    }));
  });
}

/**
 * Returns the movements of a transaction: first its own value, then those of its calls, then those that logs report.
 */
function movementsOf(
  { from, to, value, mint }: Transaction,
  { succeeded, made, logs }: Outcome,
  inner: readonly InnerValue[],
): Movement[] {
  const recipient = to ?? made;
  const minted = mint > 0n ? [{ asset: null, from: NOBODY, to: from, amount: mint }] : [];
  if (!succeeded) return minted;
  const own = value > 0n && recipient !== null ? [{ asset: null, from, to: recipient, amount: value }] : [];
  const moved = inner.map((one) => ({ asset: null, from: one.from, to: one.to, amount: one.value }));
  return [...minted, ...own, ...moved, ...logs.flatMap(movementsIn)];
}

/** The zero address. It is the sender of minted tokens, and of coins that a layer 2 mints. */
const NOBODY = `0x${'0'.repeat(40)}`;

/** A transfer from an address to itself is recorded in both directions. */
function transfersOf({ asset, from, to, amount }: Movement, address: string): StoredTransfer[] {
  const common = { asset, amount: String(amount) };
  return [
    ...(from === address ? [{ direction: 'OUT' as const, counterparty: to, ...common }] : []),
    ...(to === address ? [{ direction: 'IN' as const, counterparty: from, ...common }] : []),
  ];
}
