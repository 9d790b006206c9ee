import type { Finding } from '../../../shared/model/index.ts';
import {
  checkParameterAddresses,
  checkParameters,
  checkParameterValues,
} from '../../../shared/policy-language/index.ts';
import { care, danger } from '../../crypto/index.ts';
import { from, type Given } from './power.ts';

/**
 * Returns a finding for each fault of the expressions in a request, each useless clause, and each wrong checksum. `path` is
 * the object's place in the parameters. Without it, the member itself is.
 */
export function faults({ own }: Pick<Given, 'own'>, path?: string): readonly Finding[] {
  const refused = checkParameters(own).map(({ member, part, place, message }) =>
    danger(
      part === null
        ? `The policy cannot be used, so the service refuses it: ${message}`
        : `The ${part} cannot be used, so the service refuses it. At ${place}: ${message}`,
      from(path ?? member),
    ),
  );
  // The message says whether the part never holds or always does.
  const useless = checkParameterValues(own).map(({ member, part, place, message }) =>
    care(part === null ? message : `In the ${part}, ${place}: ${message}`, from(path ?? member)),
  );
  const mistyped = checkParameterAddresses(own).map(({ member, part, place, message }) =>
    care(`An address in the ${part} may be mistyped. At ${place}: ${message}`, from(path ?? member)),
  );
  return [...refused, ...useless, ...mistyped];
}
