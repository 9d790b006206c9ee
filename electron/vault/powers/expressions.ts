import type { Finding } from '../../../shared/model/index.ts';
import { checkParameters } from '../../../shared/policy-language/index.ts';
import { danger } from '../../crypto/index.ts';
import { from, type Given } from './tell.ts';

/**
 * Returns a finding for each fault of the expressions in a request. `path` is the object's place in the parameters.
 * Without it, the member itself is.
 */
export function faults({ own }: Pick<Given, 'own'>, path?: string): readonly Finding[] {
  return checkParameters(own).map(({ member, part, place, message }) =>
    danger(`The ${part} cannot be used, so the service refuses it. At ${place}: ${message}`, from(path ?? member)),
  );
}
