/**
 * Explains transfers of tokens between chains by LayerZero (OFT), and by the pools of Stargate, which have the same function.
 * Types after LayerZero-Labs/LayerZero-v2, pools after the deployments of stargate-protocol/stargate-v2.
 */
import { chainName, type DecodedField, type Finding } from '../../../shared/model/index.ts';
import { burntFinding, danger, isBurnt, keylessFindings, row, tokensOf, tokensText } from '../../crypto/index.ts';
import { addressIn, isPadded } from './circle.ts';
import { type Arguments, highFeeFindings, type Standard } from './standard.ts';

const BASIS = 'OFT';
/** The chains of LayerZero's numbers, by CAIP-2. */
const ENDPOINTS: Readonly<Record<string, string>> = {
  '30101': 'eip155:1',
  '30102': 'eip155:56',
  '30106': 'eip155:43114',
  '30109': 'eip155:137',
  '30110': 'eip155:42161',
  '30111': 'eip155:10',
  '30112': 'eip155:250',
  '30125': 'eip155:42220',
  '30145': 'eip155:100',
  '30165': 'eip155:324',
  '30181': 'eip155:5000',
  '30183': 'eip155:59144',
  '30184': 'eip155:8453',
};
/** The pools of Stargate, by their chains, with the symbol of their token. A pool of the chain's coin has none. */
const POOLS: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'eip155:1': {
    '0xc026395860db2d07ee33e05fe50ed7bd583189c7': 'USDC',
    '0x933597a323eb81cae705c5bc29985172fd5a3973': 'USDT',
    '0x77b2043768d28e9c9ab44e1abfc95944bce57931': null,
  },
  'eip155:10': {
    '0xce8cca271ebc0533920c83d39f417ed6a0abb7d0': 'USDC',
    '0x19cfce47ed54a88614648dc3f19a5980097007dd': 'USDT',
    '0xe8cdf27acd73a434d661c84887215f7598e7d0d3': null,
  },
  'eip155:137': {
    '0x9aa02d4fae7f58b8e8f34c66e756cc734dac7fe4': 'USDC',
    '0xd47b03ee6d86cf251ee7860fb2acf9f91b9fd4d7': 'USDT',
  },
  'eip155:8453': {
    '0x27a16dc786820b16e5c9028b75b99f6f604b5d26': 'USDC',
    '0xdc181bd607330aeebef6ea62e03e5e1fb4b6f7c7': null,
  },
  'eip155:42161': {
    '0xe8cdf27acd73a434d661c84887215f7598e7d0d3': 'USDC',
    '0xce8cca271ebc0533920c83d39f417ed6a0abb7d0': 'USDT',
    '0xa45b5130f36cdca45667738e2a258ab09f4a5f7f': null,
  },
  'eip155:43114': {
    '0x5634c4a5fed09819e3c46d86a965dd9447d86e47': 'USDC',
    '0x12dc9256acc9895b076f6638d628382881e62cee': 'USDT',
  },
};

/** The symbol of a pool's token. Null for the chain's coin, and undefined for a contract that is no known pool. */
const poolOf = ({ chain, contract }: Arguments): string | null | undefined =>
  POOLS[chain ?? '']?.[contract.toLowerCase()];
const isKnown = (of: Arguments) => of.token !== null || poolOf(of) !== undefined;
const sendOf = (of: Arguments) => of.within('sendParam');

/** An amount of the token that moves: of the pool's, or of the contract itself. */
function amountText(of: Arguments, name: string): string {
  const pool = poolOf(of);
  const units = sendOf(of).number(name);
  if (pool === null) return of.coins(units);
  const token = tokensOf(of.chain ?? '').find(({ symbol }) => symbol === pool);
  return tokensText(of.chain, token?.address ?? of.contract, units);
}

const chainText = (of: Arguments) => {
  const chain = ENDPOINTS[sendOf(of).text('dstEid')];
  return chain === undefined ? `LayerZero’s chain ${sendOf(of).text('dstEid')}` : chainName(chain);
};

function rows(of: Arguments): DecodedField[] {
  return [
    row('Amount', amountText(of, 'amountLD'), 'amount'),
    row('Is paid at least', amountText(of, 'minAmountLD'), 'amount'),
    row('To', addressIn(sendOf(of), 'to'), 'address'),
    row('To chain', chainText(of)),
    row('Fee', of.coins(of.within('fee').number('nativeFee')), 'amount'),
  ];
}

function findings(of: Arguments): Finding[] {
  const send = sendOf(of);
  const recipient = addressIn(send, 'to');
  const [amount, least, fee] = [
    send.number('amountLD'),
    send.number('minAmountLD'),
    of.within('fee').number('nativeFee'),
  ];
  const blind = (field: string, text: string) => danger(text, { field, basis: BASIS, mark: of.mark });
  const expected = poolOf(of) === null ? fee + amount : fee;
  return [
    ...(isKnown(of)
      ? []
      : [
          blind(
            'sendParam',
            `${of.contract} is not known as a token or a pool of LayerZero: it can do something else.`,
          ),
        ]),
    ...(ENDPOINTS[send.text('dstEid')] === undefined
      ? [blind('sendParam.dstEid', `${chainText(of)} is not known: its addresses can be of another form.`)]
      : []),
    ...(isPadded(send.bytes('to'))
      ? isBurnt(recipient)
        ? [burntFinding(recipient, 'sendParam.to')]
        : keylessFindings(recipient, 'sendParam.to')
      : [blind('sendParam.to', 'The recipient is no address of the chain that it is on.')]),
    // More than a tenth is no fee.
    ...(10n * least < 9n * amount
      ? [
          danger(`${amountText(of, 'minAmountLD')} may be paid for ${amountText(of, 'amountLD')}.`, {
            field: 'sendParam.minAmountLD',
            basis: BASIS,
          }),
        ]
      : []),
    ...(of.value === expected
      ? []
      : [blind('fee.nativeFee', `${of.coins(of.value)} goes with the call, and ${of.coins(expected)} is needed.`)]),
    ...highFeeFindings(of, fee, { field: 'fee.nativeFee', basis: BASIS }),
    ...refundFindings(of),
    ...(of.within('fee').number('lzTokenFee') === 0n
      ? []
      : [blind('fee.lzTokenFee', 'A part of the fee is paid in a token that is not named.')]),
  ];
}

/** LayerZero sends the part of the fee that it does not use to this address. */
function refundFindings(of: Arguments): Finding[] {
  const refund = of.text('refundAddress');
  if (of.from === null || refund.toLowerCase() === of.from.toLowerCase()) return [];
  return [
    danger(`The unused part of the fee goes to ${refund}, and not to ${of.from}, which makes the call.`, {
      field: 'refundAddress',
      basis: BASIS,
    }),
  ];
}

const FUNCTION =
  '((uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd) sendParam, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress)';

/** Non-empty bytes of its parameters are for other code, and have a finding as such. */
export const OFT: readonly Standard[] = ['send', 'sendToken'].map(
  (name): Standard => ({
    signature: `${name}${FUNCTION}`,
    basis: BASIS,
    isShared: (of) => !isKnown(of),
    coins: 'mentioned',
    does: (of) =>
      `Send ${amountText(of, 'amountLD')} to ${addressIn(sendOf(of), 'to')} on ${chainText(of)} by ${of.contract}, with ${of.coins(of.value)}`,
    rows,
    findings,
  }),
);
