import type { Meaning } from '../../../shared/model/index.ts';
import { findOperation } from '../../../shared/operations/index.ts';
import { parametersIn } from '../../client/index.ts';
import { Refusal, type StatedOutpoint, statedOutpoints } from '../../crypto/index.ts';

/**
 * Returns the outputs that a body spends, as its PSBT states them. Empty for a body that does not ask to sign a PSBT.
 */
export function outpointsIn(meaning: Meaning | null, body: Uint8Array): StatedOutpoint[] {
  const operation = findOperation(meaning?.operation ?? '');
  if (operation?.kind !== 'activity') return [];
  const { signs, carries } = operation;
  const parameters = parametersIn(body);
  const [type, content] =
    carries !== null
      ? [carries.type, carries.content]
      : signs?.kind === 'transaction'
        ? [parameters[signs.type], signs.content]
        : [];
  if (type !== 'TRANSACTION_TYPE_BITCOIN' || content === undefined) return [];
  try {
    return statedOutpoints(String(parameters[content]));
  } catch (error) {
    // Unreadable content has no button to approve, and the service refuses it.
    if (error instanceof Refusal) return [];
    throw error;
  }
}
