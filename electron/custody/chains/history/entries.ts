import type { AddressEntry, Lack, StoredTransfer } from '../../store/index.ts';
import type { Block, Outcome, Transaction } from './blocks.ts';
import { type Movement, movementsIn } from './tokens.ts';
import type { InnerValue } from './traces.ts';

/** A block with all that its node told of it. */
export interface ReadBlock {
  readonly block: Block;
  readonly outcomes: readonly Outcome[];
  /** Null where no node traces; of a transaction, where it could not be traced. */
  readonly innerValues: readonly (readonly InnerValue[] | null)[] | null;
  /** It was too long to be read, so nothing of it is told. */
  readonly isPassedOver: boolean;
}

/** What could not be told of a block; null where all was. */
export function lackOf({ block, innerValues, isPassedOver }: ReadBlock): Lack | null {
  if (isPassedOver) return 'passed over';
  const isTraced = block.transactions.length === 0 || (innerValues !== null && !innerValues.includes(null));
  return isTraced ? null : 'untraced';
}

/** The id of an address, in lower case, that history is kept of; undefined for all others. */
export type Watched = (address: string) => number | undefined;

/** Choice (history-transfers): of one transaction an address is told so many transfers, the first ones. */
const MAXIMUM_TRANSFERS = 1000;

/** What of a block concerns an address: what it sent or was sent, and every transfer from or to it. */
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

/** What a transaction moved: first its own value, then what its calls moved, then what contracts say they moved. */
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

/** Where tokens come from that are made; coins of a chain above another are told so, too. */
const NOBODY = `0x${'0'.repeat(40)}`;

/** What went from an address to itself is told in both directions. */
function transfersOf({ asset, from, to, amount }: Movement, address: string): StoredTransfer[] {
  const common = { asset, amount: String(amount) };
  return [
    ...(from === address ? [{ direction: 'OUT' as const, counterparty: to, ...common }] : []),
    ...(to === address ? [{ direction: 'IN' as const, counterparty: from, ...common }] : []),
  ];
}
