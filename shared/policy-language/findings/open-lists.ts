/** Finds policies that allow, and that limit a part of a transaction while another part is open. */
import type { Clause } from '../clauses.ts';
import type { Expression } from '../parse.ts';
import { scopeOf, termOf } from '../terms.ts';
import { partsOf } from '../values.ts';
import { about, type PolicyAdvice, type PolicyClauses } from './finding.ts';

/** A part of a transaction, the members that also limit the other part, and the advice where no clause has one. */
interface Open {
  readonly about: string;
  readonly closedBy: readonly string[];
  readonly says: string;
}

const SOLANA_CLOSED = ['solana.tx.program_keys', 'solana.tx.instructions'];
const OPEN: readonly Open[] = [
  {
    about: 'solana.tx.transfers',
    closedBy: ['solana.tx.spl_transfers', ...SOLANA_CLOSED],
    says: 'is about transfers of SOL, and transfers of tokens are not limited. Add a clause about solana.tx.spl_transfers.',
  },
  {
    about: 'solana.tx.spl_transfers',
    closedBy: ['solana.tx.transfers', ...SOLANA_CLOSED],
    says: 'is about transfers of tokens, and transfers of SOL are not limited. Add a clause about solana.tx.transfers.',
  },
  {
    about: 'bitcoin.tx.outputs',
    closedBy: ['bitcoin.tx.fee'],
    says: 'is about the outputs, and the fee is not limited. Add a clause about bitcoin.tx.fee.',
  },
];

/** Lists of which each item moves something or runs something. */
const MOVING: ReadonlySet<string> = new Set([
  ...['solana.tx.transfers', 'solana.tx.spl_transfers', 'solana.tx.program_keys', 'solana.tx.instructions'],
  ...['bitcoin.tx.outputs', 'tempo.tx.calls'],
]);

/**
 * Returns advice about lists and fees that the clauses of a policy leave open. A velocity control limits amounts by
 * itself.
 */
export function openLists({ condition }: PolicyClauses): PolicyAdvice[] {
  const paths = condition.map(({ expression }) => pathsIn(expression));
  const all = new Set(paths.flat());
  if ([...all].some((path) => path.startsWith('controls'))) return [];
  const open = OPEN.flatMap(({ about: path, closedBy, says }) => {
    const clause = condition.find((_clause, index) => paths[index]?.includes(path) === true);
    if (clause === undefined || closedBy.some((other) => all.has(other))) return [];
    return [about('unlimited', 'care', 'condition', clause, `Clause ${clause.number} ${says}`)];
  });
  return [...open, ...someItems(condition)];
}

/** A clause that holds for one item of a list, where no clause looks at all of them or counts them. */
function someItems(condition: readonly Clause[]): PolicyAdvice[] {
  const uses = condition.flatMap((clause) => usesIn(clause.expression).map((use) => ({ clause, ...use })));
  const closed = new Set(uses.flatMap(({ path, looks }) => (looks === 'all' ? [path] : [])));
  const [first] = uses.filter(({ path, looks }) => looks === 'one' && !closed.has(path));
  if (first === undefined) return [];
  const message = `Clause ${first.clause.number} holds when one item of ${first.path} fits, and the other items are not limited. Write all(…), or add ${first.path}.count() == 1.`;
  return [about('unlimited', 'care', 'condition', first.clause, message)];
}

/** Returns the lists that an expression looks at: at one of their items, or at all. */
function usesIn(expression: Expression): readonly { readonly path: string; readonly looks: 'one' | 'all' }[] {
  const found: { readonly path: string; readonly looks: 'one' | 'all' }[] = [];
  const scope = scopeOf('condition');
  const open = [expression];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    open.push(...partsOf(part));
    const of =
      part.is === 'each' || part.is === 'index' || part.is === 'count' || part.is === 'contains' ? part.of : null;
    const path = of === null ? '' : (termOf(of, scope)?.path ?? '');
    if (!MOVING.has(path)) continue;
    const isOne = part.is === 'index' || part.is === 'contains' || (part.is === 'each' && part.quantifier === 'any');
    found.push({ path, looks: isOne ? 'one' : 'all' });
  }
  return found;
}

/** Returns the paths of all members in an expression, quantified items included. */
export function pathsIn(part: Expression): readonly string[] {
  const scope = scopeOf('condition');
  const paths: string[] = [];
  const open: unknown[] = [part];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (Array.isArray(at)) open.push(...at);
    if (typeof at !== 'object' || at === null || !('is' in at)) continue;
    const one = at as Expression;
    // Of a long path only the first two steps are needed, and all of its parts are visited.
    const isShort = one.is === 'name' || (one.is === 'member' && (one.of.is === 'name' || one.of.is === 'member'));
    const term = isShort && !isDeep(one) ? termOf(one, scope) : null;
    if (term !== null) paths.push(term.path);
    open.push(...Object.values(one).filter((value) => typeof value === 'object' && value !== null));
  }
  return paths;
}

/** True for a member more than two steps behind its keyword. */
const isDeep = (part: Expression): boolean =>
  part.is === 'member' && part.of.is === 'member' && part.of.of.is === 'member';
