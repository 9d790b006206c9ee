import { decimalText } from '../../../../shared/model/index.ts';
import { balance } from '../../chains/questions.ts';
import type { QueryHandler } from '../types.ts';
import { formatOf, requireAccount } from './addresses.ts';
import { requireNode } from './ask-chain.ts';
import { coinOf } from './coins.ts';
import { noEndpoint } from './no-endpoint.ts';

/** What is read from a chain about one address: it has to be that of a wallet account. */
const ofAccount: QueryHandler<'list_eth_transaction_history' | 'list_sol_transaction_history'> = (
  { address, caip2 },
  context,
) => {
  requireAccount('/address', address, formatOf(caip2), context);
  throw noEndpoint(caip2);
};

export const listEthTransactionHistory: QueryHandler<'list_eth_transaction_history'> = ofAccount;
export const listSolTransactionHistory: QueryHandler<'list_sol_transaction_history'> = ofAccount;

/** What an account holds of the coin of a chain. */
export const getWalletAddressBalances: QueryHandler<'get_wallet_address_balances'> = async (
  { address, caip2 },
  context,
) => {
  requireAccount('/address', address, formatOf(caip2), context);
  const node = requireNode(caip2, context);
  const coin = coinOf(caip2);
  if (coin === null) return { balances: [] };
  const units = await node.ask(balance(address, 'latest'));
  return { balances: [{ ...coin, balance: String(units), display: { crypto: decimalText(units, coin.decimals) } }] };
};

export const listSupportedAssets: QueryHandler<'list_supported_assets'> = ({ caip2 }, context) => {
  requireNode(caip2, context);
  const coin = coinOf(caip2);
  return { assets: coin === null ? [] : [coin] };
};
