/** Orders of UniswapX: Permit2 transfers whose witness is an order, which only a reactor of UniswapX keeps to. */
import type { Finding } from '../../../../shared/model/index.ts';
import { row } from '../../../crypto/index.ts';
import { PERMIT2_ADDRESS } from '../permit2.ts';
import { type Arguments, type Contracts, isAmong, isNobody, listed } from '../standard.ts';
import { TOKEN_PERMISSIONS } from './permits.ts';
import {
  at,
  blindFinding,
  dustFindings,
  endlessFindings,
  handedIn,
  type MessageRule,
  othersFindings,
  paidFindings,
  sameTokenFindings,
} from './rule.ts';

const BASIS = 'UniswapX';
const ORDER_INFO =
  'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)';
const DUTCH_OUTPUT = 'DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)';
const DECAY = 'NonlinearDutchDecay(uint256 relativeBlocks,int256[] relativeAmounts)';

/** A kind of order: its type in the witness with all the types that the message leads to. */
interface Order {
  readonly name: string;
  readonly types: string;
  /** The list of payments, and the member with the least amount. */
  readonly outputs: string;
  readonly least: string;
}

const ORDERS: readonly Order[] = [
  {
    name: 'LimitOrder',
    types: `LimitOrder(OrderInfo info,address inputToken,uint256 inputAmount,OutputToken[] outputs)${ORDER_INFO}OutputToken(address token,uint256 amount,address recipient)${TOKEN_PERMISSIONS}`,
    outputs: 'outputs',
    least: 'amount',
  },
  {
    name: 'DutchOrder',
    types: `DutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)${DUTCH_OUTPUT}${ORDER_INFO}${TOKEN_PERMISSIONS}`,
    outputs: 'outputs',
    least: 'endAmount',
  },
  {
    name: 'ExclusiveDutchOrder',
    types: `${DUTCH_OUTPUT}ExclusiveDutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)${ORDER_INFO}${TOKEN_PERMISSIONS}`,
    outputs: 'outputs',
    least: 'endAmount',
  },
  {
    name: 'V2DutchOrder',
    types: `${DUTCH_OUTPUT}${ORDER_INFO}${TOKEN_PERMISSIONS}V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)`,
    outputs: 'baseOutputs',
    least: 'endAmount',
  },
  {
    name: 'V3DutchOrder',
    types: `${DECAY}${ORDER_INFO}${TOKEN_PERMISSIONS}V3DutchInput(address token,uint256 startAmount,NonlinearDutchDecay curve,uint256 maxAmount,uint256 adjustmentPerGweiBaseFee)V3DutchOrder(OrderInfo info,address cosigner,uint256 startingBaseFee,V3DutchInput baseInput,V3DutchOutput[] baseOutputs)V3DutchOutput(address token,uint256 startAmount,NonlinearDutchDecay curve,address recipient,uint256 minAmount,uint256 adjustmentPerGweiBaseFee)`,
    outputs: 'baseOutputs',
    least: 'minAmount',
  },
  {
    name: 'PriorityOrder',
    types: `${ORDER_INFO}PriorityInput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei)PriorityOrder(OrderInfo info,address cosigner,uint256 auctionStartBlock,uint256 baselinePriorityFeeWei,PriorityInput input,PriorityOutput[] outputs)PriorityOutput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei,address recipient)${TOKEN_PERMISSIONS}`,
    outputs: 'outputs',
    least: 'amount',
  },
];

/**
 * The reactors of all kinds of orders, after the project's README, its deployments of 7 May 2026 and its SDK. A reactor
 * takes tokens only with a witness of its own kind, so an order of another kind can be handed in nowhere.
 */
export const REACTORS: Contracts = {
  'eip155:1': [
    '0xbd7f9d0239f81c94b728d827a87b9864972661ec',
    '0xe80bf394d190851e215d5f67b67f8f5a52783f1e',
    '0x6000da47483062a0d734ba3dc7576ce6a0b645c4',
    '0x00000011f84b9aa48e5f8aa8b9897600006289be',
    '0x0000000015757c461808ea25eb309638b62681cf',
  ],
  'eip155:10': ['0x000000000923439a92dae8930613568824108631'],
  'eip155:56': ['0x00000000a55e50c71b70db3c8b58749cd1e18eb2'],
  'eip155:130': ['0x00000006021a6bce796be7ba509bbba71e956e37', '0x000000005af66799d1a6317714d66800f9ca1406'],
  'eip155:137': ['0x00000000bab6e234db8ad638b6a6395b7c499bc4'],
  'eip155:143': ['0x000000000ac008f7e07210cfb6648e40249232c2'],
  'eip155:196': ['0x000000005af66799d1a6317714d66800f9ca1406'],
  'eip155:480': ['0x00000000d714ea34028930b762e96bfbe50f42c2'],
  'eip155:1868': ['0x000000005af66799d1a6317714d66800f9ca1406'],
  'eip155:4217': ['0x00000000fc1e66c9f582566ead00108e55f1c0c6'],
  'eip155:8453': ['0x000000001ec5656dcdb24d90dfa42742738de729', '0x000000008a8330b5d1f43a62bf4c673a49f27ba0'],
  'eip155:42161': ['0x1bd1aadc9e230626c44a139d7e70d842749351eb', '0xb274d5f4b833b61b340b654d600a864fb604a87c'],
  'eip155:42220': ['0x00000000b8077fdf2281a80be96f6c282b5d943a'],
  'eip155:43114': ['0x00000000862ccf095823fc7576fa6c7e6b7385ef'],
  'eip155:81457': ['0x0000000086f50c5e1a2500602183d4390a7ffc98'],
  'eip155:7777777': ['0x000000002c9a3812e15cf233190992e9a57edb56'],
};

/** The member that names the token of the input, and the one with its most, in each kind of order. */
const INPUTS: readonly (readonly [token: string, most: string])[] = [
  ['witness.inputToken', 'witness.inputAmount'],
  ['witness.inputToken', 'witness.inputEndAmount'],
  ['witness.baseInputToken', 'witness.baseInputEndAmount'],
  ['witness.baseInput.token', 'witness.baseInput.maxAmount'],
  ['witness.input.token', 'witness.input.amount'],
];

/** About an order whose input is not what the permit lets the reactor take, so that the reactor refuses it. */
function inputFindings(of: Arguments): Finding[] {
  const [token, most] = INPUTS.find(([, amount]) => of.text(amount) !== '') ?? ['', ''];
  const isSame = of.text(token) === of.text('permitted.token') && of.number(most) === of.number('permitted.amount');
  if (isSame) return [];
  return [
    blindFinding(
      of,
      `The order gives ${of.tokens(most, token)}, and the permit is for ${of.tokens('permitted.amount', 'permitted.token')}: no reactor takes such an order.`,
      { field: most, basis: BASIS },
    ),
  ];
}

function rule({ name, types, outputs, least }: Order): MessageRule {
  const paid = (of: Arguments) => of.within('witness').each(outputs);
  // A payment can also rise with time, and whoever settles the order chooses the time.
  const leastOf = (of: Arguments) =>
    least === 'endAmount' && of.number('startAmount') < of.number(least) ? 'startAmount' : least;
  const amountText = (of: Arguments, amount: string) =>
    isNobody(of.text('token')) ? of.coins(of.number(amount)) : of.tokens(amount, 'token');
  const outputText = (of: Arguments) => `${amountText(of, leastOf(of))} for ${of.text('recipient')}`;
  const smallFindings = (of: Arguments, own: readonly Arguments[]) =>
    dustFindings(
      of,
      own.map((each) => ({ asset: each.text('token'), least: each.number(leastOf(each)) })),
      own.map((each) => amountText(each, leastOf(each))),
      { field: 'witness', basis: BASIS },
    );
  const changes = (of: Arguments) => least === 'endAmount' && of.number('startAmount') !== of.number(least);
  return {
    signature: `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,${name} witness)${types}`,
    basis: BASIS,
    ...at(PERMIT2_ADDRESS),
    does: (of) =>
      `Let ${of.text('spender')} take up to ${of.tokens('permitted.amount', 'permitted.token')} for at least ${listed(paid(of).map(outputText)) || 'nothing'}`,
    rows: (of) => [
      row('You give at most', of.tokens('permitted.amount', 'permitted.token'), 'amount'),
      ...paid(of).flatMap((output) => [
        row('Is paid at least', outputText(output)),
        ...(changes(output)
          ? [row('Is paid from', `${amountText(output, 'startAmount')} to ${amountText(output, 'endAmount')}`)]
          : []),
      ]),
    ],
    findings: (of) => [
      ...handedIn('settle it', BASIS),
      ...(isAmong(REACTORS, of.chain, of.text('spender')) && of.text('witness.info.reactor') === of.text('spender')
        ? []
        : [
            blindFinding(
              of,
              'The spender is not a UniswapX reactor on this chain, and can take the tokens without filling the order.',
              { field: 'spender', basis: BASIS },
            ),
          ]),
      ...(isNobody(of.text('witness.info.additionalValidationContract'))
        ? []
        : [
            blindFinding(
              of,
              'Another contract judges whether the order may be settled, and its conditions are unknown.',
              {
                field: 'witness.info.additionalValidationContract',
                basis: BASIS,
              },
            ),
          ]),
      ...inputFindings(of),
      ...paid(of)
        .slice(0, 1)
        .flatMap((output) =>
          sameTokenFindings(of.text('permitted.token'), output.text('token'), { field: 'witness', basis: BASIS }),
        ),
      ...endlessFindings(of, 'deadline', BASIS),
      ...paidFindings(
        of.text('witness.info.swapper'),
        paid(of).filter((output) => output.number(leastOf(output)) > 0n),
        { field: 'witness', basis: BASIS },
      ),
      ...othersFindings(
        of.text('witness.info.swapper'),
        paid(of).map((each) => ({
          asset: each.text('token'),
          least: each.number(leastOf(each)),
          recipient: each.text('recipient'),
        })),
        { field: 'witness', basis: BASIS },
        [{ asset: of.text('permitted.token'), least: of.number('permitted.amount') }],
      ),
      ...smallFindings(
        of,
        paid(of).filter((each) => each.text('recipient') === of.text('witness.info.swapper')),
      ),
    ],
  };
}

export const UNISWAP_X: readonly MessageRule[] = ORDERS.map(rule);
