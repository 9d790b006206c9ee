import { corpus } from './corpus.ts';
import { describedMessage } from './evm-calls.ts';

/** Messages of the registry, with values like real ones: by their descriptor, and the beginning of their type. */
const DESCRIBED: readonly (readonly [string, string, string])[] = [
  ['1inch: a limit order', '1inch/eip712-AggregationRouterV6', 'Order('],
  ['ParaSwap: an order', 'paraswap/eip712-paraswap', 'Order('],
  ['Velora: an order', 'paraswap/eip712-Velora-DeltaV2', 'Order('],
  ['OpenSea: an order of Wyvern', 'opensea/eip712-opensea', 'Order('],
  ['Rarible: a token that is made', 'rarible/eip712-rarible-erc-721', 'Mint721('],
  ['Rarible: an order', 'rarible/eip712-rarible-exchange-v2', 'Order('],
  ['DeGate: a withdrawal', 'degate/eip712-degate', 'Withdrawal('],
  ['Flying Tulip: a session', 'flyingtulip/eip712-SessionManager-FT', 'Session('],
  ['Flying Tulip: an order', 'flyingtulip/eip712-LeverageRfqEngine', 'LeveragedOrder('],
  ['Lens: a follow', 'lens/eip712-lens-lenshub', 'Follow('],
  ['Lombard: a fee', 'lombard/eip712-network-fee-authorization-mainnet', 'feeApproval('],
  ['SmartCredit: a loan', 'smartcredit/eip712-smartcredit', 'LoanRequest('],
  ['Ledger Quest: a token that is made', 'ledgerquest/eip712-ledgerquest', 'mint('],
  ['Tally: a vote', 'tally/eip712-tally-ethereum-bravo-governor', 'Ballot('],
  ['Hyperliquid: a withdrawal', 'hyperliquid/eip712-withdraw', 'HyperliquidTransaction:Withdraw('],
];

corpus(
  'described-messages',
  Object.fromEntries(DESCRIBED.map(([name, path, begin]) => [name, describedMessage(path, begin)])),
);
