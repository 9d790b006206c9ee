import {
  checkExpression,
  checkNewConsensus,
  type PolicyFinding,
  type PolicyPart,
} from '../../../shared/policy-language/index.ts';
import { plainError } from '../public-error.ts';

/** The most findings in one refusal. */
const MAXIMUM_FINDINGS = 3;

/**
 * Throws INVALID_ARGUMENT, without details as the public service, for an expression that cannot be parsed or can never
 * hold. `what` begins the message.
 * @param controls the identifiers of the existing velocity controls
 */
export function requireSound(
  what: string,
  part: PolicyPart,
  text: string,
  controls: readonly string[],
  where = '',
): void {
  refuseFindings(what, checkExpression(part, text, controls), where);
}

/** Throws INVALID_ARGUMENT for a consensus without a rule in a policy that does not deny. */
export function requireRule(text: string, effect: unknown, where: string): void {
  refuseFindings('invalid policy consensus', checkNewConsensus(text, effect), where);
}

function refuseFindings(what: string, findings: readonly PolicyFinding[], where: string): void {
  if (findings.length === 0) return;
  const named = findings.slice(0, MAXIMUM_FINDINGS).map(({ place, message }) => `${where}${place}: ${message}`);
  throw plainError(400, 3, `${what}: ${named.join(' ')}`);
}
