import type { Meaning } from '../../../shared/model/index.ts';
import { findOperation } from '../../../shared/operations/index.ts';
import { parametersIn } from '../../client/index.ts';
import { Refusal, type StatedOutpoint, statedOutpoints } from '../../crypto/index.ts';

/**
 * Returns the outputs that a body spends, as its PSBT states them. Empty for a body that does not ask to sign a PSBT.
 */
export function outpointsIn(meaning: Meaning | null, body: Uint8Array): StatedOutpoint[] {
  const operation = findOperation(meaning?.operation ?? '');
  if (operation?.kind !== 'activity' || operation.signs?.kind !== 'transaction') return [];
  const parameters = parametersIn(body);
  if (parameters[operation.signs.type] !== 'TRANSACTION_TYPE_BITCOIN') return [];
  try {
    return statedOutpoints(String(parameters[operation.signs.content]));
  } catch (error) {
    // Unreadable content has no button to approve, and the service refuses it.
    if (error instanceof Refusal) return [];
    throw error;
  }
}
