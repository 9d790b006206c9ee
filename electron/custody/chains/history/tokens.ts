import type { Log } from './blocks.ts';

/** An asset going from one address to another. */
export interface Movement {
  /** The part of CAIP-19 behind the chain. Null for the chain’s coin. */
  readonly asset: string | null;
  readonly from: string;
  readonly to: string;
  /** In the smallest unit. */
  readonly amount: bigint;
}

/** Topics of the events of ERC-20 and ERC-721 (the same one), and of ERC-1155: keccak-256 of their signatures. */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
export const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
export const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';

/**
 * Returns the movements that a log reports. Any contract may write any log, so a log that does not follow the standards
 * is ignored.
 */
export function movementsIn({ contract, topics: [event, ...topics], data }: Log): readonly Movement[] {
  if (event !== TRANSFER && event !== TRANSFER_SINGLE && event !== TRANSFER_BATCH) return [];
  const words = wordsOf(data);
  if (words === null) return [];
  if (event === TRANSFER) {
    const [from, to] = topics.slice(0, 2).map(addressIn);
    if (from == null || to == null) return [];
    const [token] = topics.slice(2);
    if (token !== undefined && words.length === 0)
      return [{ asset: `erc721:${contract}/${BigInt(token)}`, from, to, amount: 1n }];
    const [amount] = words;
    return token === undefined && amount !== undefined && words.length === 1
      ? [{ asset: `erc20:${contract}`, from, to, amount }]
      : [];
  }
  const [from, to] = topics.slice(1, 3).map(addressIn);
  if (from == null || to == null) return [];
  const [first, second] = words;
  const pairs =
    event === TRANSFER_BATCH
      ? batchIn(words)
      : first !== undefined && second !== undefined && words.length === 2
        ? [{ id: first, amount: second }]
        : [];
  return pairs.map(({ id, amount }) => ({ asset: `erc1155:${contract}/${id}`, from, to, amount }));
}

/** Two arrays of the same length: ids and amounts. */
function batchIn(words: readonly bigint[]): { id: bigint; amount: bigint }[] {
  const array = (pointer: bigint | undefined): readonly bigint[] | null => {
    if (pointer === undefined || pointer % 32n !== 0n || pointer / 32n >= BigInt(words.length)) return null;
    const start = Number(pointer / 32n);
    const length = words[start] as bigint;
    return length <= BigInt(words.length - start - 1) ? words.slice(start + 1, start + 1 + Number(length)) : null;
  };
  const ids = array(words[0]);
  const amounts = array(words[1]);
  if (ids === null || amounts === null || ids.length !== amounts.length) return [];
  return ids.map((id, index) => ({ id, amount: amounts[index] as bigint }));
}

const wordsOf = (data: string): readonly bigint[] | null =>
  (data.length - 2) % 64 === 0 ? (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`)) : null;

const addressIn = (topic: string): string | null =>
  topic.startsWith(`0x${'0'.repeat(24)}`) ? `0x${topic.slice(26)}` : null;
