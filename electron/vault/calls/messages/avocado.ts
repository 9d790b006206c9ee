/**
 * Explains messages that owners of an Avocado, Instadapp's smart account, sign. Their domain names Avocado's own chain. The
 * hash of the chain on which the actions run is its salt. After Instadapp/avocado-contracts-public, version 1.1.0.
 */
import { chainName, type DecodedField, type Finding } from '../../../../shared/model/index.ts';
import {
  chainOfHash,
  danger,
  type EthereumChain,
  ethereumChain,
  row,
  type TypedMessage,
  untilText,
} from '../../../crypto/index.ts';
import type { Arguments, CallsInside } from '../standard.ts';
import { highFeeFindings } from '../standard.ts';
import { blindFinding, type MessageRule } from './rule.ts';

const BASIS = 'Avocado';
/** Avocado's own chain, which its domains name. */
const OWN_CHAIN = 'eip155:634';
const ACTION = 'Action(address target,bytes data,uint256 value,uint256 operation)';
const PARAMS = 'CastParams(Action[] actions,uint256 id,int256 avoNonce,bytes32 salt,address source,bytes metadata)';
const CALL = 0n;
const DELEGATE = 1n;
/** The kinds of all actions together: calls, or calls and delegate calls. Others run within a flash loan. */
const KINDS: readonly bigint[] = [0n, 1n];

const actionsOf = (of: Arguments) => of.each('params.actions');
const CALLS: CallsInside = {
  list: 'params.actions',
  to: 'target',
  data: 'data',
  value: 'value',
  isDescribed: (of) => actionsOf(of).every((action) => action.number('operation') === CALL),
};

/** The chain on which the actions run. None where the salt is not the hash of a known chain. */
function chainOf({ chain, domain }: TypedMessage): EthereumChain {
  const found = chain === OWN_CHAIN ? chainOfHash(domain.get('salt') ?? '') : null;
  return found ?? ethereumChain(null);
}

function actionFindings(of: Arguments): Finding[] {
  const others = actionsOf(of).filter((action) => action.number('operation') !== CALL);
  const from = { field: 'params.actions', basis: BASIS };
  return [
    ...others
      .slice(0, 1)
      .map((action) =>
        action.number('operation') === DELEGATE
          ? danger(
              `A delegate call: the code of ${action.text('target')} runs as the account itself, and can take everything it holds.`,
              { ...from, mark: of.mark },
            )
          : blindFinding(of, 'One of its actions is a flash loan or of a kind that nothing explains.', from),
      ),
    ...(KINDS.includes(of.number('params.id'))
      ? []
      : [
          blindFinding(of, 'Its actions run within a flash loan, or in a way that nothing explains.', {
            field: 'params.id',
            basis: BASIS,
          }),
        ]),
    ...(of.chain === null
      ? [
          blindFinding(of, 'The salt of the domain is not the hash of a known chain, so its effect is unknown.', {
            field: 'domain.salt',
            basis: BASIS,
          }),
        ]
      : []),
  ];
}

const until = (of: Arguments, name: string): DecodedField =>
  row('Valid until', of.number(name) === 0n ? 'for ever' : untilText(of.number(name)), 'time');

function cast(signature: string, rows: (of: Arguments) => readonly DecodedField[]): MessageRule {
  return {
    signature,
    basis: BASIS,
    isFor: ({ domain, to }) => domain.get('name') === 'Avocado-Multisig' && to !== null,
    chainOf,
    does: (of) =>
      CALLS.isDescribed?.(of)
        ? `Have the account ${of.contract} make calls`
        : `Have the account ${of.contract} run foreign code`,
    rows: (of) => [...(of.chain === null ? [] : [row('Chain of the calls', chainName(of.chain))]), ...rows(of)],
    calls: [CALLS],
    findings: (of) => [
      ...actionFindings(of),
      ...highFeeFindings(of, of.number('authorizedParams.maxFee'), { field: 'authorizedParams', basis: BASIS }),
    ],
  };
}

export const AVOCADO: readonly MessageRule[] = [
  cast(
    `Cast(CastParams params,CastForwardParams forwardParams)${ACTION}CastForwardParams(uint256 gas,uint256 gasPrice,uint256 validAfter,uint256 validUntil,uint256 value)${PARAMS}`,
    (of) => [until(of, 'forwardParams.validUntil')],
  ),
  cast(
    `CastAuthorized(CastParams params,CastAuthorizedParams authorizedParams)${ACTION}CastAuthorizedParams(uint256 maxFee,uint256 gasPrice,uint256 validAfter,uint256 validUntil)${PARAMS}`,
    (of) => [
      row('Fee at most', of.coins(of.number('authorizedParams.maxFee')), 'amount'),
      until(of, 'authorizedParams.validUntil'),
    ],
  ),
];
