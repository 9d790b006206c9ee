import {
  isTip20,
  MAXIMUM_TEMPO_FEE,
  type Payment,
  type TempoFees,
  tempoFeeUnits,
} from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import {
  encodeCall,
  LONGEST_MEMO,
  Refusal,
  type TempoTransfer,
  tempoCall,
  tokenOf,
  tokensOf,
} from '../../../crypto/index.ts';
import { NodeFault } from '../../node-fault.ts';
import { contractCall, readAddress } from '../contract-calls.ts';
import { tokenBalances, tokenCurrency } from '../erc20.ts';
import type { ChainNode, Question } from '../node.ts';
import { type FeeHistory, feeHistory, gasSpeeds, withRoom } from '../payment-fees.ts';
import { quantity, readQuantity } from '../quantities.ts';

/** The contract that knows in which token an account pays its fees. */
const FEE_MANAGER = '0xfeeC000000000000000000000000000000000000';
const NO_TOKEN = `0x${'0'.repeat(40)}`;
/** The token that pays where nothing else is chosen. */
const PATH_USD = '0x20C0000000000000000000000000000000000000';
/** The currency whose tokens pay fees. */
const FEE_CURRENCY = 'USD';

/** The gas of one call in a transaction of type 0x76, with the account's own nonces. */
const estimate = (from: string, transfer: TempoTransfer): Question<bigint> => {
  const { to, data } = tempoCall(transfer);
  return {
    method: 'eth_estimateGas',
    params: [
      { type: '0x76', from, nonceKey: quantity(0), calls: [{ to, value: quantity(0), data: `0x${hexEncode(data)}` }] },
    ],
    read: (result) => readQuantity(result, 'the gas'),
  };
};

/** The token that an account chose for its fees. Null when it chose none. */
const chosenFeeToken = (account: string): Question<string | null> =>
  contractCall(FEE_MANAGER, encodeCall('userTokens(address)', account), 'latest', (given) => {
    const address = readAddress(given);
    return address === null || address.toLowerCase() === NO_TOKEN ? null : address;
  });

/**
 * Returns the price of a payment from an account, and the tokens that can pay its fee. Throws a NodeFault when the node
 * gives no fees, for a fee above the bound, and for a payment without a token.
 */
export async function tempoPaymentFees(node: ChainNode, from: string, payment: Payment): Promise<TempoFees> {
  const { to, token, units } = payment;
  if (token === null || !isTip20(token))
    throw new NodeFault('refused', `${node.chain} has no coin. Choose one of its tokens`);
  const [history, chosen] = await node.askAll<[FeeHistory, string | null]>([feeHistory, chosenFeeToken(from)]);
  const speeds = await gasSpeeds(node, history);
  const dollars = await dollarTokens(node, token);
  const balances = await tokenBalances(node, from, dollars);
  const gas = await gasOf(node, from, { to, token, units });
  const most = tempoFeeUnits({ gasLimit: gas.memoGasLimit ?? '0', maxFeePerGas: speeds.fast.maxFeePerGas });
  if (most > MAXIMUM_TEMPO_FEE)
    throw new NodeFault(
      'malformed',
      `the node of ${node.chain} asks for a fee of up to ${most} millionths of a dollar, more than Castellan pays without your input. Enter the fee.`,
    );
  return {
    family: 'tempo',
    ...speeds,
    ...gas,
    feeTokens: dollars.map((address, index) => ({
      token: address,
      symbol: tokenOf(node.chain, address)?.symbol ?? address,
      units: String(balances[index] ?? 0n),
    })),
    defaultFeeToken: chosen ?? (dollars.includes(token.toLowerCase()) ? token : PATH_USD),
  };
}

/** The known tokens and the one that is paid, in lower case, as far as they count dollars. */
async function dollarTokens(node: ChainNode, paid: string): Promise<string[]> {
  const known = [...new Set([...tokensOf(node.chain).map(({ address }) => address), paid.toLowerCase()])];
  const currencies = await node.askAll<(string | null)[]>(known.map(tokenCurrency));
  return known.filter((_address, index) => currencies[index] === FEE_CURRENCY);
}

async function gasOf(
  node: ChainNode,
  from: string,
  transfer: Omit<TempoTransfer, 'memo'>,
): Promise<Pick<TempoFees, 'gasLimit' | 'memoGasLimit' | 'refusal'>> {
  try {
    const gas = await node.ask(estimate(from, { ...transfer, memo: null }));
    const withMemo = await node.ask(estimate(from, { ...transfer, memo: LONGEST_MEMO }));
    return { gasLimit: String(withRoom(gas)), memoGasLimit: String(withRoom(withMemo)), refusal: null };
  } catch (error) {
    const isRefused = error instanceof Refusal || (error instanceof NodeFault && error.kind === 'refused');
    if (isRefused) return { gasLimit: null, memoGasLimit: null, refusal: error.message };
    throw error;
  }
}
