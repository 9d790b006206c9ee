import { checkExpression, type PolicyFinding } from './check.ts';
import type { PolicyPart } from './members.ts';

/** A changed expression, and the text that a button names. */
export interface Repair {
  readonly instead: string;
  readonly text: string;
}

/** The text that a message advises, at its end: `write wallet for walet.`, `write 'SIGN'.` */
const ADVISED = /[Ww]rite ('[^']*'|[a-z_][a-z0-9_]*|[&|=!<>]{1,2})(?: for [^ ]+)?\.$/;

/**
 * Returns a finding's expression with the advised text in its place. Returns null unless the advice is one text, and the
 * repaired expression has fewer findings.
 *
 * @example
 * const [finding] = checkExpression('condition', 'walet.imported');
 * repairOf('condition', 'walet.imported', finding);
 * // { instead: 'wallet', text: 'wallet.imported' }
 */
export function repairOf(part: PolicyPart, text: string, finding: PolicyFinding): Repair | null {
  const instead = ADVISED.exec(finding.message)?.[1];
  if (instead === undefined) return null;
  const count = checkExpression(part, text).length;
  const { start, end } = finding;
  // A member is found together with the value before it.
  const lastName = start + (/[A-Za-z0-9_]+$/.exec(text.slice(start, end))?.index ?? 0);
  for (const from of new Set([start, lastName])) {
    const repaired = `${text.slice(0, from)}${instead}${text.slice(end)}`;
    if (checkExpression(part, repaired).length < count) return { instead, text: repaired };
  }
  return null;
}
