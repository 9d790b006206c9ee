/** Transfers that somebody else hands in (ERC-3009), and calls that somebody else sends (ERC-2771, meta-transactions). */
import { ethereumChainName, type Finding } from '../../../../shared/model/index.ts';
import { danger, information, isForEver, row, untilText } from '../../../crypto/index.ts';
import type { Arguments, CallsInside, Standard } from '../standard.ts';
import { blindFinding, handedIn, type MessageRule, nonceRow } from './rule.ts';

const ERC3009 = 'ERC-3009';

function authorization(name: string, does: Standard['does']): MessageRule {
  return {
    signature: `${name}(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)`,
    basis: ERC3009,
    does,
    moves: 'own tokens',
    rows: (of) => [row('Amount', of.tokens('value'), 'amount')],
    findings: () => handedIn('make this transfer once', ERC3009),
  };
}

/** A deadline of 0 has passed, and has a row of its own. In other members 0 is no end. */
const DEADLINE = 'deadline';

interface Relayed {
  readonly basis: string;
  readonly call: CallsInside;
  /** The member with the account that the call is made for. */
  readonly from: string;
  readonly rows?: MessageRule['rows'];
  readonly findings?: (of: Arguments) => readonly Finding[];
  /** The member with the time that ends it. Absent for a type without one. */
  readonly ends?: string;
}

/** A call that somebody else sends in the name of who signs. */
function relayed(signature: string, { basis, call, from, rows, findings, ends }: Relayed): MessageRule {
  const { data, to } = call;
  const isEndless = (of: Arguments) =>
    ends === undefined || (ends !== DEADLINE && of.number(ends) === 0n) || isForEver(of.number(ends));
  return {
    signature,
    basis,
    does: (of) => `Let somebody else send in the name of ${of.text(from)}`,
    rows: (of) => [
      ...nonceRow(of),
      ...(ends === undefined || ends === DEADLINE
        ? []
        : [row('Valid until', isEndless(of) ? 'for ever' : untilText(of.number(ends)), 'time')]),
      ...(rows?.(of) ?? []),
    ],
    calls: [{ ...call, from }],
    findings: (of) => [
      ...handedIn('have this call made once', basis),
      ...(isEndless(of)
        ? [danger('It never expires: it can be used at any time.', { field: ends ?? data, basis })]
        : []),
      ...(call.value === null || of.number(call.value) === 0n
        ? []
        : [
            information(`${of.coins(of.number(call.value))} is paid by whoever hands it in, and not by the account.`, {
              field: call.value,
              basis,
            }),
          ]),
      // The sender is appended to the data, so that the contract reads its address as the call where there is no data.
      // Without data, a request that sends no coins has no purpose.
      ...((to === null || call.value === null) && of.bytes(data).length === 0
        ? [
            blindFinding(of, 'It has no function to call, so the effect in the contract is unknown.', {
              field: data,
              basis,
            }),
          ]
        : []),
      ...(findings?.(of) ?? []),
    ],
  };
}

const REQUEST = 'address from,address to,uint256 value,uint256 gas,uint256 nonce';
const FORWARDED: Relayed = {
  basis: 'ERC-2771',
  call: { list: null, to: 'to', data: 'data', value: 'value' },
  from: 'from',
};

const GSN = 'GSN';
/** A request of the Gas Station Network, whose paymaster gets data too. */
const gsn = (fees: string): MessageRule =>
  relayed(
    `RelayRequest(${REQUEST},bytes data,uint256 validUntilTime,RelayData relayData)RelayData(${fees},address relayWorker,address paymaster,address forwarder,bytes paymasterData,uint256 clientId)`,
    {
      ...FORWARDED,
      basis: GSN,
      ends: 'validUntilTime',
      findings: (of) =>
        of.bytes('relayData.paymasterData').length === 0
          ? []
          : [
              blindFinding(
                of,
                'Its payment to the contract that pays the fee is not decoded. It can be an approval of tokens.',
                { field: 'relayData.paymasterData', basis: GSN },
              ),
            ],
    },
  );

const GELATO = 'Gelato Relay';
/** A request of Gelato's relay, which names its chain itself too. */
const gelato = (name: string, once: string): MessageRule =>
  relayed(`${name}(uint256 chainId,address target,bytes data,address user,${once},uint256 userDeadline)`, {
    basis: GELATO,
    call: { list: null, to: 'target', data: 'data', value: null },
    from: 'user',
    ends: 'userDeadline',
    rows: (of) => [row('Chain of the call', of.text('chainId'))],
    findings: (of) =>
      of.chain === ethereumChainName(of.text('chainId'))
        ? []
        : [
            blindFinding(of, 'The chain of the call is not the one of the domain.', {
              field: 'chainId',
              basis: GELATO,
            }),
          ],
  });

export const AUTHORIZATIONS: readonly MessageRule[] = [
  authorization(
    'TransferWithAuthorization',
    (of) => `Let anybody send ${of.tokens('value')} of ${of.text('from')} to ${of.text('to')}`,
  ),
  authorization(
    'ReceiveWithAuthorization',
    (of) => `Let ${of.text('to')} take ${of.tokens('value')} of ${of.text('from')}`,
  ),
  {
    signature: 'CancelAuthorization(address authorizer,bytes32 nonce)',
    basis: ERC3009,
    does: (of) => `Revoke the authorization ${of.text('nonce')} of ${of.text('authorizer')}`,
  },
  relayed(`ForwardRequest(${REQUEST},bytes data)`, FORWARDED),
  relayed(`ForwardRequest(${REQUEST},uint48 deadline,bytes data)`, { ...FORWARDED, ends: DEADLINE }),
  relayed(`ForwardRequest(${REQUEST},bytes data,uint256 validUntilTime)`, { ...FORWARDED, ends: 'validUntilTime' }),
  relayed('MetaTransaction(uint256 nonce,address from,bytes functionSignature)', {
    basis: 'meta-transactions',
    call: { list: null, to: null, data: 'functionSignature', value: null },
    from: 'from',
  }),
  gsn('uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 transactionCalldataGasUsed'),
  gsn('uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 pctRelayFee,uint256 baseRelayFee'),
  ...['SponsoredCall', 'CallWithSyncFee'].flatMap((name) => [
    gelato(`${name}ERC2771`, 'uint256 userNonce'),
    gelato(`${name}ConcurrentERC2771`, 'bytes32 userSalt'),
  ]),
];
