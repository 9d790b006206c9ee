/** Advice that needs the organization: its people, tags, keys and quorum as they are now. */
import { equalInAnyCase, inQuotes } from '../../model/index.ts';
import { operandsOf } from '../clauses.ts';
import { PARTS } from '../members.ts';
import type { Expression } from '../parse.ts';
import { leftToRight, scopeOf, type TermScope, termOf, withItem } from '../terms.ts';
import type { PolicyText } from '../words/explain.ts';
import { demandOf, peopleWords } from '../words/people.ts';
import { joined, NO_NAMES, numberWord } from '../words/values.ts';
import type { OrganizationFacts } from './facts.ts';
import { about, aboutAll, neverMatching, type PolicyAdvice, type PolicyClauses } from './finding.ts';
import { ADDRESSES, IDENTIFIERS, OWN_ADDRESSES } from './identifiers.ts';

/** Returns the advice about a policy in its organization. Never throws. */
export function adviseOnOrganization(
  policy: PolicyText,
  clauses: PolicyClauses,
  facts: OrganizationFacts,
): readonly PolicyAdvice[] {
  return [
    ...(policy.effect === 'EFFECT_DENY' ? unbound(facts) : []),
    ...tooFew(clauses, facts),
    ...unknown(clauses, facts),
  ];
}

/** A denial that one root user alone overrides. */
function unbound({ rootQuorum, users }: OrganizationFacts): PolicyAdvice[] {
  if (rootQuorum === null || rootQuorum.threshold > 1) return [];
  const names = rootQuorum.userIds.map((id) => inQuotes(users?.find((user) => user.id === id)?.name ?? id));
  const message = `The root quorum overrides every denial, and it is one vote: this policy does not bind ${joined(names, 'or')}.`;
  return [aboutAll('quorum', 'care', message)];
}

/** Demands of votes that the organization has too few people for. */
function tooFew({ consensus }: PolicyClauses, { users, userTags }: OrganizationFacts): PolicyAdvice[] {
  if (users === null) return [];
  return consensus.flatMap((clause) => {
    const demand = demandOf(clause.expression, { names: NO_NAMES, chainId: null });
    if (demand === null || 'name' in demand) return [];
    if ('people' in demand)
      return BigInt(users.length) >= demand.people
        ? []
        : [
            about(
              'too few',
              'care',
              'consensus',
              clause,
              `Clause ${clause.number} needs ${peopleWords(demand.people)}, and the organization has ${users.length}.`,
            ),
          ];
    const id = tagIn(clause.expression);
    const tag = userTags?.find((one) => equalInAnyCase(one.id, id));
    if (tag === undefined) return [];
    const people = users.filter(({ tagIds }) => tagIds.some((one) => equalInAnyCase(one, id))).length;
    if (people === 0)
      return [
        about(
          'nobody',
          'care',
          'consensus',
          clause,
          `Nobody has the tag ${inQuotes(tag.name)}, so clause ${clause.number} holds for no votes.`,
        ),
      ];
    if (BigInt(people) >= demand.count) return [];
    const words = `Clause ${clause.number} needs ${numberWord(demand.count)} of the tag ${inQuotes(tag.name)}, and ${people} ${people === 1 ? 'person has' : 'people have'} it.`;
    return [about('too few', 'care', 'consensus', clause, words)];
  });
}

/** Returns the tag that a demand names. */
function tagIn(part: Expression): string {
  const each =
    part.is === 'compare' && leftToRight(part).left.is === 'count' ? countedOf(leftToRight(part).left) : part;
  if (each.is !== 'each' || each.predicate.is !== 'contains') return '';
  const { value } = each.predicate;
  return value.is === 'literal' ? String(value.value) : '';
}

const countedOf = (part: Expression): Expression => (part.is === 'count' ? part.of : part);

/** Identifiers of members that the organization does not have, and addresses that it does not know. */
function unknown(clauses: PolicyClauses, facts: OrganizationFacts): PolicyAdvice[] {
  return PARTS.flatMap((part) =>
    clauses[part].flatMap((clause) => {
      const found: PolicyAdvice[] = [];
      const seen = new Set<string>();
      visit(clause.expression, scopeOf(part), (path, text) => {
        if (seen.has(`${path} ${text}`)) return;
        seen.add(`${path} ${text}`);
        const known = IDENTIFIERS.find(({ paths }) => paths.test(path));
        const entities = known?.known(facts) ?? null;
        if (known !== undefined && entities !== null && !entities.some(({ id }) => equalInAnyCase(id, text))) {
          const message = `The organization has no ${known.words} with the identifier '${text}'`;
          found.push(
            isOneVoter(clause.expression)
              ? neverMatching('unknown', 'care', part, clause, message)
              : about('unknown', 'care', part, clause, `${message}.`),
          );
        }
        if (facts.addresses === null || facts.addresses.has(text.toLowerCase())) return;
        if (OWN_ADDRESSES.test(path))
          found.push(about('unknown', 'care', part, clause, `'${text}' is no account of this organization.`));
        if (ADDRESSES.test(path))
          found.push(
            about(
              'stranger',
              'information',
              part,
              clause,
              `'${text}' is no account and no known contract of this organization.`,
            ),
          );
      });
      return found;
    }),
  );
}

/** True for a clause that holds only with the vote of the one user that it names, such as `approvers.any(u, u.id == '…')`. */
function isOneVoter(part: Expression): boolean {
  if (part.is !== 'each' || part.quantifier !== 'any' || part.predicate.is !== 'compare') return false;
  const isApprovers = part.of.is === 'name' && part.of.name === 'approvers';
  return isApprovers && part.predicate.operator === '==';
}

type Compared = (path: string, text: string) => void;

/** Reports each written text with the member that it is compared with. */
function visit(part: Expression, scope: TermScope, compared: Compared): void {
  switch (part.is) {
    case 'logic':
      for (const one of operandsOf(part, part.operator)) visit(one, scope, compared);
      return;
    case 'not':
      visit(part.of, scope, compared);
      return;
    case 'count':
      visit(part.of, scope, compared);
      return;
    case 'each':
      visit(part.of, scope, compared);
      visit(part.predicate, withItem(scope, part.item, part.of), compared);
      return;
    case 'contains':
      texts(part.value, `${termOf(part.of, scope)?.path ?? ''}[]`, compared);
      texts(part.of, termOf(part.value, scope)?.path ?? '', compared);
      return;
    case 'compare': {
      const { operator, left, right } = leftToRight(part);
      visit(left, scope, compared);
      if (operator === '==' || operator === '!=' || operator === 'in')
        texts(right, termOf(left, scope)?.path ?? '', compared);
      return;
    }
    default:
  }
}

function texts(part: Expression, path: string, compared: Compared): void {
  if (part.is === 'list') for (const item of part.items) texts(item, path, compared);
  if (part.is === 'literal' && typeof part.value === 'string' && part.value !== '') compared(path, part.value);
}
