/**
 * Explains messages that owners of an Avocado, Instadapp's smart account, sign. Its actions run on the chain whose hash
 * is the domain's salt.
 */
import type { DecodedField, Finding } from '../../../../shared/model/index.ts';
import { danger, row, untilText } from '../../../crypto/index.ts';
import type { Arguments, CallsInside } from '../standard.ts';
import { blindFinding, highFeeFindings, type MessageRule } from './rule.ts';

const BASIS = 'Avocado';
const ACTION = 'Action(address target,bytes data,uint256 value,uint256 operation)';
const PARAMS = 'CastParams(Action[] actions,uint256 id,int256 avoNonce,bytes32 salt,address source,bytes metadata)';
const CALL = 0n;
const DELEGATE = 1n;

const actionsOf = (of: Arguments) => of.each('params.actions');
const CALLS: CallsInside = {
  list: 'params.actions',
  to: 'target',
  data: 'data',
  value: 'value',
  isTold: (of) => actionsOf(of).every((action) => action.number('operation') === CALL),
};

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
    blindFinding(
      of,
      'The chain on which it runs is in the domain as a hash only, so the effect on that chain is unknown.',
      { field: 'domain.salt', basis: BASIS },
    ),
  ];
}

const until = (of: Arguments, name: string): DecodedField =>
  row('Valid until', of.number(name) === 0n ? 'for ever' : untilText(of.number(name)), 'time');

function cast(signature: string, rows: (of: Arguments) => readonly DecodedField[]): MessageRule {
  return {
    signature,
    basis: BASIS,
    isFor: ({ domain, to }) => domain.get('name') === 'Avocado-Multisig' && to !== null,
    does: (of) =>
      CALLS.isTold?.(of)
        ? `Have the account ${of.contract} make calls`
        : `Have the account ${of.contract} run foreign code`,
    rows,
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
