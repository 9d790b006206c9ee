import { encodeFunctionData } from 'viem';
import type { AnvilNode } from './anvil-node.ts';
import { type Compiled, compile, deploy } from './solidity.ts';

/** Transfers of a block, which are not more because this node traces each transaction after all before it in its block. */
export const TRANSFERS_OF_A_BLOCK = 250;
/** The number of recipients of one call, of calls by asset, and of single transfers. */
const RECIPIENTS = 25;
const TOKEN_CALLS = 6;
const COIN_CALLS = 2;
const EACH_ALONE = 25;
/** The accounts' first balances: coins that no transaction brought, and tokens that one did. */
const COINS = 10n ** 24n;
const TOKENS = 10n ** 15n;
const GAS = '0x1e8480';

interface Sent {
  readonly from: string;
  readonly to: string;
  readonly value?: string;
  readonly data?: string;
}

/** Accounts that pay each other on a real node. */
export interface Crowd {
  readonly token: string;
  /** One block in which each account is given tokens. */
  mint(): Promise<void>;
  /** Blocks of which each has `TRANSFERS_OF_A_BLOCK` transfers of coins and tokens. */
  pay(blocks: number): Promise<void>;
  /** By the word of the node: the coins that transactions brought less those they took, and the tokens. */
  balances(account: string): Promise<{ readonly coins: bigint; readonly tokens: bigint }>;
}

/** The node has to play every account, and to mine on request. */
export async function gather(node: AnvilNode, accounts: readonly string[]): Promise<Crowd> {
  const { CrowdToken } = compile(new URL('contracts/crowd.sol', import.meta.url)) as { CrowdToken: Compiled };
  await node.call('evm_setAutomine', true);
  const token = await deploy(node, CrowdToken);
  await node.call('evm_setAutomine', false);
  const data = (functionName: string, ...args: readonly unknown[]) =>
    encodeFunctionData({ abi: CrowdToken.abi, functionName, args });
  for (const account of accounts) await node.call('anvil_setBalance', account, `0x${COINS.toString(16)}`);
  const [payer = ''] = await node.call<string[]>('eth_accounts');
  const at = (index: number) => accounts[index % accounts.length] as string;
  /**
   * The next nonces by account. A node starts the requests of one message in any order, so each transaction carries its
   * nonce.
   */
  const nonces = new Map([[payer, Number(await node.call<string>('eth_getTransactionCount', payer, 'latest'))]]);
  const mine = async (transactions: readonly Sent[]) => {
    await node.callAll(
      transactions.map((transaction) => {
        const nonce = nonces.get(transaction.from) ?? 0;
        nonces.set(transaction.from, nonce + 1);
        return ['eth_sendTransaction', { gas: GAS, ...transaction, nonce: `0x${nonce.toString(16)}` }];
      }),
    );
    await node.call('evm_mine');
    const { transactions: mined } = await node.call<{ transactions: unknown[] }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    );
    if (mined.length !== transactions.length) throw new Error(`only ${mined.length} transactions are in the block`);
  };

  let turn = 0;
  const next = () => {
    turn += 1;
    return turn;
  };
  /** Everybody but the one who pays. */
  const others = (from: number) => Array.from({ length: RECIPIENTS }, (_, index) => at(from + 1 + index));
  const toMany = () => {
    const from = next();
    return { from: at(from), to: token, data: data('transferAll', others(from), BigInt(1 + (from % 1000))) };
  };
  const coinsToMany = () => {
    const from = next();
    const value = BigInt(RECIPIENTS * (1 + (from % 1000)));
    return { from: at(from), to: token, value: `0x${value.toString(16)}`, data: data('payAll', others(from)) };
  };
  const toOne = () => {
    const from = next();
    return { from: at(from), to: token, data: data('transfer', at(from + 3), BigInt(from)) };
  };
  const coinsToOne = () => {
    const from = next();
    return { from: at(from), to: at(from + 7), value: `0x${from.toString(16)}` };
  };
  const times = (count: number, make: () => Sent) => Array.from({ length: count }, make);

  return {
    token,
    mint: () => mine(accounts.map((to) => ({ from: payer, to: token, data: data('mint', to, TOKENS) }))),
    async pay(blocks) {
      for (let block = 0; block < blocks; block += 1)
        await mine([
          ...times(TOKEN_CALLS, toMany),
          ...times(COIN_CALLS, coinsToMany),
          ...times(EACH_ALONE, toOne),
          ...times(EACH_ALONE, coinsToOne),
        ]);
    },
    async balances(account) {
      const [coins, tokens] = await node.callAll<string>([
        ['eth_getBalance', account, 'latest'],
        ['eth_call', { to: token, data: data('balanceOf', account) }, 'latest'],
      ]);
      return { coins: BigInt(coins ?? 0) - COINS, tokens: BigInt(tokens ?? 0) };
    },
  };
}
