import type { Expression, FaultKind, PolicyFault } from '../../../shared/policy-language/index.ts';
import type { AbsentItem } from './values.ts';

/** Returns the kind of fault when something lacks a member, item or part. A value that the policy itself writes lacks nothing. */
export function kindOfMissing(of: Expression): FaultKind {
  if (isWritten(of)) return 'failure';
  return isOfRequest(of) ? 'inapplicable' : 'absence';
}

function isWritten(part: Expression): boolean {
  if (part.is === 'member' || part.is === 'index' || part.is === 'slice') return isWritten(part.of);
  return part.is === 'literal' || part.is === 'list';
}

/** Returns true for a keyword or the activity's parameters. A member missing there is missing from the request. */
function isOfRequest(part: Expression): boolean {
  if (part.is === 'name') return CHAINS.has(part.name) || part.name === 'activity';
  return part.is === 'member' && part.name === 'params' && part.of.is === 'name' && part.of.name === 'activity';
}
const CHAINS: ReadonlySet<string> = new Set(['eth', 'solana', 'tron', 'bitcoin', 'tempo']);

/** Returns true for a fault of one part, which leaves the other parts of a rule that forbids decidable. */
export const isOfOnePart = ({ kind }: PolicyFault): boolean =>
  kind === 'absence' || kind === 'inapplicable' || kind === 'opaque';

/** Returns the fault of a search that found nothing among items of which some are absent. */
export const faultOfSearch = (absent: readonly AbsentItem[]): PolicyFault | undefined =>
  (['opaque', 'inapplicable'] as const)
    .map((kind) => absent.find(({ fault }) => fault.kind === kind)?.fault)
    .find((fault) => fault !== undefined);
