import {
  chainNamed,
  decimalText,
  type EndpointChain,
  isBitcoinChain,
  isSolanaChain,
  isTronChain,
  recipientFormats,
} from '../../../../shared/model/index.ts';
import { unspent } from '../../chains/bitcoin/questions.ts';
import { tokenBalances } from '../../chains/erc20.ts';
import type { ChainNode } from '../../chains/index.ts';
import { balance } from '../../chains/questions.ts';
import { lamports, tokenUnits } from '../../chains/solana/questions.ts';
import { accountBalance, tokenBalance } from '../../chains/tron/questions.ts';
import { type Coin, coinOf, listedTokens } from '../../wire/coins.ts';
import type { QueryHandler } from '../types.ts';
import { requireAccount } from './addresses.ts';
import { requireNode } from './ask-chain.ts';

/** Returns an account's balance in a chain's coin, and in each of its tokens that the account holds. */
export const getWalletAddressBalances: QueryHandler<'get_wallet_address_balances'> = async (
  { address, caip2 },
  context,
) => {
  requireAccount('/address', address, recipientFormats(chainNamed(caip2) as EndpointChain), context);
  return { balances: await readBalances(requireNode(caip2, context), address) };
};

/** Reads the balances of any address of the node's chain. Throws NodeFault. */
export async function readBalances(node: ChainNode, address: string): Promise<Balance[]> {
  if (isTronChain(node.chain)) return tronBalances(node, address);
  if (isBitcoinChain(node.chain)) return bitcoinBalances(node, address);
  if (isSolanaChain(node.chain)) return solanaBalances(node, address);
  const coin = coinOf(node.chain);
  const ofCoin = coin === null ? [] : [wireBalance(coin, await node.ask(balance(address, 'latest')))];
  const tokens = listedTokens(node.chain);
  const amounts = await tokenBalances(
    node,
    address,
    tokens.map((token) => token.address),
  );
  const ofTokens = tokens.flatMap(({ address: _, ...token }, index) => {
    const units = amounts[index] ?? 0n;
    return units === 0n ? [] : [wireBalance(token, units)];
  });
  return [...ofCoin, ...ofTokens];
}

/** The outputs that no block includes yet are not counted, because payments do not spend them. */
async function bitcoinBalances(node: ChainNode, address: string) {
  const outputs = await node.ask(unspent(address));
  const units = outputs.reduce((sum, output) => sum + (output.height === null ? 0n : output.units), 0n);
  return [coinOf(node.chain)].flatMap((coin) => (coin === null ? [] : [wireBalance(coin, units)]));
}

async function tronBalances(node: ChainNode, address: string) {
  const tokens = listedTokens(node.chain);
  const coins = await node.ask(accountBalance(address));
  const units = await node.askAll<bigint[]>(tokens.map((token) => tokenBalance(address, token.address)));
  return [
    ...[coinOf(node.chain)].flatMap((coin) => (coin === null ? [] : [wireBalance(coin, coins ?? 0n)])),
    ...tokens.flatMap(({ address: _, ...token }, index) => {
      const held = units[index] ?? 0n;
      return held === 0n ? [] : [wireBalance(token, held)];
    }),
  ];
}

async function solanaBalances(node: ChainNode, address: string) {
  const tokens = listedTokens(node.chain);
  const questions = [lamports(address), ...tokens.map((token) => tokenUnits(address, token.address))];
  const [coins = 0n, ...units] = await node.askAll<bigint[]>(questions);
  const ofTokens = tokens.map(({ address: _, ...token }, index) => ({ token, units: units[index] ?? 0n }));
  return [
    ...[coinOf(node.chain)].flatMap((coin) => (coin === null ? [] : [wireBalance(coin, coins)])),
    ...ofTokens.flatMap((one) => (one.units === 0n ? [] : [wireBalance(one.token, one.units)])),
  ];
}

type Balance = ReturnType<typeof wireBalance>;

const wireBalance = (coin: Coin, units: bigint) => ({
  ...coin,
  balance: String(units),
  display: { crypto: decimalText(units, coin.decimals) },
});

export const listSupportedAssets: QueryHandler<'list_supported_assets'> = ({ caip2 }, context) => {
  const { chain } = requireNode(caip2, context);
  const coin = coinOf(chain);
  return {
    assets: [...(coin === null ? [] : [coin]), ...listedTokens(chain).map(({ address: _, ...token }) => token)],
  };
};
