import { decimalText } from '../../../../shared/model/index.ts';
import { tokenBalances } from '../../chains/erc20.ts';
import { balance } from '../../chains/questions.ts';
import type { QueryHandler } from '../types.ts';
import { formatOf, requireAccount } from './addresses.ts';
import { requireNode } from './ask-chain.ts';
import { type Coin, coinOf, toldTokens } from './coins.ts';

/** What an account holds of the coin of a chain, and of which of its tokens it holds some. */
export const getWalletAddressBalances: QueryHandler<'get_wallet_address_balances'> = async (
  { address, caip2 },
  context,
) => {
  requireAccount('/address', address, formatOf(caip2), context);
  const node = requireNode(caip2, context);
  const coin = coinOf(caip2);
  const ofCoin = coin === null ? [] : [told(coin, await node.ask(balance(address, 'latest')))];
  const tokens = toldTokens(caip2);
  const amounts = await tokenBalances(
    node,
    address,
    tokens.map((token) => token.address),
  );
  const ofTokens = tokens.flatMap(({ address: _, ...token }, index) => {
    const units = amounts[index] ?? 0n;
    return units === 0n ? [] : [told(token, units)];
  });
  return { balances: [...ofCoin, ...ofTokens] };
};

const told = (coin: Coin, units: bigint) => ({
  ...coin,
  balance: String(units),
  display: { crypto: decimalText(units, coin.decimals) },
});

export const listSupportedAssets: QueryHandler<'list_supported_assets'> = ({ caip2 }, context) => {
  requireNode(caip2, context);
  const coin = coinOf(caip2);
  return { assets: [...(coin === null ? [] : [coin]), ...toldTokens(caip2).map(({ address: _, ...token }) => token)] };
};
