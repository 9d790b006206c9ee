import { createRecent, type Recent } from '../../../shared/model/index.ts';
import {
  type Expression,
  keywordsOf,
  type Parsed,
  type PolicyPart,
  parsePolicy,
} from '../../../shared/policy-language/index.ts';

/** The bytes of parsed parts that are kept, about: of one organization, and of all. */
const OF_ONE = 16 * 1024 * 1024;
const OF_ALL = 64 * 1024 * 1024;
/** One part of an expression as the engine stores it, and one character of its text. Bytes. */
const BYTES_OF_PART = 120;
const BYTES_OF_CHARACTER = 2;

/** Parsed parts by organization, so that no organization can crowd out another's while it stays within its own share. */
const kept = createRecent<Recent<Parsed>>(OF_ALL);

/** Reads one part of a policy of an organization, once as long as it is kept. Throws a `PolicyFault`. */
export function parsePart(part: PolicyPart, text: string, organizationId: string): Parsed {
  const own = kept.get(organizationId) ?? createRecent<Parsed>(OF_ONE);
  const key = `${part} ${text}`;
  const known = own.get(key);
  if (known !== undefined) return known;
  const made = parsePolicy(text, keywordsOf(part));
  own.keep(key, made, text.length * BYTES_OF_CHARACTER + countParts(made.expression) * BYTES_OF_PART);
  kept.keep(organizationId, own, own.weight());
  return made;
}

function countParts(part: Expression): number {
  let count = 1;
  for (const member of Object.values(part) as unknown[])
    for (const inner of Array.isArray(member) ? member : [member])
      if (typeof inner === 'object' && inner !== null && 'is' in inner) count += countParts(inner as Expression);
  return count;
}

/** A row with expressions, of an organization. */
interface WithParts {
  readonly organizationId: string;
}

/** The parsed parts of a row. Finding them by the row costs less than by their texts. */
const ofRows = new WeakMap<WithParts, Partial<Record<PolicyPart, Parsed>>>();

/** As `parsePart`, of one of the parts of a row. Throws a `PolicyFault`. */
export function parsePartOf<Part extends PolicyPart>(
  row: WithParts & { readonly [Name in Part]: string },
  part: Part,
): Parsed {
  const parts = ofRows.get(row) ?? {};
  const known = parts[part];
  if (known !== undefined) return known;
  const made = parsePart(part, row[part], row.organizationId);
  ofRows.set(row, { ...parts, [part]: made });
  return made;
}
