/** Explains calls that accounts make by functions of their own: Calibur, and Biconomy's accounts of version 2. */
import { danger, row } from '../../crypto/index.ts';
import { isNobody, type Standard } from './standard.ts';

const CALIBUR = 'Calibur';
const BICONOMY = 'Biconomy';

export const ACCOUNT_BATCHES: readonly Standard[] = [
  {
    signature: 'execute(((address to, uint256 value, bytes data)[] calls, bool revertOnFailure) batchedCall)',
    basis: CALIBUR,
    does: (of) => `Have the account ${of.contract} make calls`,
    rows: (of) => [
      row(
        'Where a call fails',
        of.text('batchedCall.revertOnFailure') === 'true' ? 'none is made' : 'the others are made',
      ),
    ],
    calls: [{ list: 'batchedCall.calls', to: 'to', data: 'data', value: 'value' }],
    findings: (of) =>
      of.each('batchedCall.calls').some((call) => isNobody(call.text('to')))
        ? [
            danger('It calls the zero address, which the account takes for itself.', {
              field: 'batchedCall.calls',
              basis: CALIBUR,
              mark: of.mark,
            }),
          ]
        : [],
  },
  {
    signature: 'execute_ncC(address dest, uint256 value, bytes func)',
    basis: BICONOMY,
    does: (of) => `Have the account ${of.contract} make a call`,
    calls: [{ list: null, to: 'dest', data: 'func', value: 'value' }],
  },
  {
    signature: 'executeBatch_y6U(address[] dest, uint256[] value, bytes[] func)',
    basis: BICONOMY,
    does: (of) => `Have the account ${of.contract} make calls`,
    calls: [{ list: null, to: 'dest', data: 'func', value: 'value' }],
  },
];
