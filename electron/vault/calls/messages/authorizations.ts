/** Transfers that somebody else hands in (ERC-3009), and calls that somebody else sends (ERC-2771, meta-transactions). */
import { row } from '../../../crypto/index.ts';
import type { CallsInside, Standard } from '../standard.ts';
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

/** A call that somebody else sends in the name of who signs. */
function relayed(signature: string, basis: string, calls: readonly [CallsInside]): MessageRule {
  const [{ data, to }] = calls;
  return {
    signature,
    basis,
    does: (of) => `Let somebody else send in the name of ${of.text('from')}`,
    rows: nonceRow,
    calls,
    findings: (of) => [
      ...handedIn('have this call made once', basis),
      // The sender is appended to the data, so that the contract reads its address as the call where there is no data.
      ...(to === null && of.bytes(data).length === 0
        ? [
            blindFinding(of, 'It has no function to call, so that what the contract does is not known.', {
              field: data,
              basis,
            }),
          ]
        : []),
    ],
  };
}

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
    does: (of) => `Take back the authorization ${of.text('nonce')} of ${of.text('authorizer')}`,
  },
  ...[
    'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data)',
    'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)',
    'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,uint256 validUntilTime)',
  ].map((signature) => relayed(signature, 'ERC-2771', [{ list: null, to: 'to', data: 'data', value: 'value' }])),
  relayed('MetaTransaction(uint256 nonce,address from,bytes functionSignature)', 'meta-transactions', [
    { list: null, to: null, data: 'functionSignature', value: null },
  ]),
];
