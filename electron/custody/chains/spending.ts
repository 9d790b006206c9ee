import { chainOf, type PaymentFamily, paymentFamilyOf, type SpendingState } from '../../../shared/model/index.ts';
import { feeRates, leftUnspent } from './bitcoin/questions.ts';
import { tokenBalance } from './erc20.ts';
import type { ChainNode, Question } from './node.ts';
import { type BlockHead, balance, blockHead, transactionCount } from './questions.ts';
import { isNewBlockhash, lamports, tokenUnits } from './solana/questions.ts';
import { accountBalance, tokenBalance as tronTokenBalance } from './tron/questions.ts';

/** The account, the token, the outputs and the blockhash of a transaction. */
export interface WantedSpending {
  /** Null for a signer without an address. */
  readonly from: string | null;
  readonly token: string | null;
  /** Outputs of Bitcoin: `<txid>:<index>`. */
  readonly outputs: readonly string[];
  readonly blockhash: string | null;
}

type Read = (node: ChainNode, wanted: WantedSpending) => Promise<Partial<SpendingState>>;

const NOTHING: SpendingState = {
  coinUnits: null,
  tokenUnits: null,
  nonce: null,
  price: null,
  unspent: null,
  isBlockhashNew: null,
};

/** Reads the blocks' state of what a transaction uses up. Waiting transactions do not count. Throws NodeFault. */
export async function readSpending(node: ChainNode, wanted: WantedSpending): Promise<SpendingState> {
  return { ...NOTHING, ...(await READS[paymentFamilyOf(node.chain)](node, wanted)) };
}

/** Asks several things in one message, and leaves out the absent ones. */
async function askSome<Values extends Readonly<Record<string, unknown>>>(
  node: ChainNode,
  questions: { readonly [Name in keyof Values]: Question<Values[Name]> | null },
): Promise<{ readonly [Name in keyof Values]: Values[Name] | null }> {
  const asked = Object.entries(questions).filter((entry): entry is [string, Question<unknown>] => entry[1] !== null);
  const values = asked.length === 0 ? [] : await node.askAll<unknown[]>(asked.map(([, question]) => question));
  const found = Object.fromEntries(asked.map(([name], index) => [name, values[index]]));
  const all = Object.keys(questions).map((name) => [name, found[name] ?? null]);
  return Object.fromEntries(all) as { readonly [Name in keyof Values]: Values[Name] | null };
}

const ethereum: Read = async (node, { from, token }) => {
  const { coin, held, count, head } = await askSome<{
    coin: bigint;
    held: bigint | null;
    count: bigint;
    head: BlockHead | null;
  }>(node, {
    coin: from === null || chainOf(node.chain) === null ? null : balance(from, 'latest'),
    held: from === null || token === null ? null : tokenBalance(token, from, 'latest'),
    count: from === null ? null : transactionCount(from, 'latest'),
    head: blockHead('latest'),
  });
  return {
    coinUnits: textOf(coin),
    tokenUnits: textOf(held),
    nonce: textOf(count),
    price: textOf(head?.baseFeePerGas),
  };
};

const READS: Readonly<Record<PaymentFamily, Read>> = {
  ethereum,
  tempo: ethereum,
  async solana(node, { from, token, blockhash }) {
    const { coin, held, isNew } = await askSome<{ coin: bigint; held: bigint; isNew: boolean }>(node, {
      coin: from === null ? null : lamports(from),
      held: from === null || token === null ? null : tokenUnits(from, token),
      isNew: blockhash === null ? null : isNewBlockhash(blockhash),
    });
    return { coinUnits: textOf(coin), tokenUnits: textOf(held), isBlockhashNew: isNew };
  },
  async bitcoin(node, { outputs }) {
    const rates = await node.ask(feeRates);
    const isLeft = await node.ask(leftUnspent(outputs));
    return { price: textOf(rates[6]), unspent: outputs.filter((_, index) => isLeft[index]) };
  },
  async tron(node, { from, token }) {
    if (from === null) return {};
    const { coin, held } = await askSome<{ coin: bigint | null; held: bigint }>(node, {
      coin: accountBalance(from),
      held: token === null ? null : tronTokenBalance(from, token),
    });
    return { coinUnits: String(coin ?? 0n), tokenUnits: textOf(held) };
  },
};

const textOf = (units: bigint | null | undefined): string | null => (units == null ? null : String(units));
