/** One sentence for a whole policy: who can do what, and where. */
import type { Effect } from '../../model/index.ts';
import { type Act, actOf } from './act.ts';
import { approversWords, type Demand, demandOf } from './people.ts';
import { type PhrasedPart, repeated } from './phrased.ts';
import { joined, sentence } from './values.ts';

/** The most clauses that the sentence repeats. The others stand in the list of clauses. */
const MAXIMUM_REPEATED = 10;

/** A policy in one sentence, and the two halves of that sentence for columns, without full stops. */
export interface PolicySentence {
  readonly headline: string;
  readonly who: string;
  readonly what: string;
}

/** Returns the sentence of a policy. Each clause but `true` is in it, or counted in it. */
export function sentenceOf(
  effect: Effect,
  parts: Readonly<Record<'condition' | 'consensus' | 'time', PhrasedPart | null>>,
): PolicySentence {
  const condition = limiting(parts.condition);
  const consensus = limiting(parts.consensus);
  const time = limiting(parts.time);
  const act =
    condition === null ? { words: 'do what the unreadable condition says', rest: [] } : actOf(condition, effect);
  const times = time === null ? ['the unreadable time holds'] : time.clauses.map(repeated);
  const what = half(`${act.words}${where([...act.rest, ...times])}`);
  if (effect === 'EFFECT_DENY') {
    const votes = consensus === null ? ['the unreadable consensus holds'] : consensus.clauses.map(repeated);
    const headline = sentence(`nobody can ${act.words}${where([...act.rest, ...votes, ...times])}`);
    return { headline, who: half(votes.length === 0 ? 'everybody' : `everybody${where(votes)}`), what };
  }
  const people = consensus === null ? { words: 'those of the unreadable consensus', rest: [] } : peopleOf(consensus);
  const headline = sentence(`${people.words} can ${act.words}${where([...act.rest, ...people.rest, ...times])}`);
  return { headline, who: half(`${people.words.replace(/,$/, '')}${where(people.rest)}`), what };
}

/** Leaves out the clauses `true`, with which public examples fill a part that limits nothing. */
const limiting = (part: PhrasedPart | null): PhrasedPart | null =>
  part && {
    ...part,
    clauses: part.clauses.filter(({ expression }) => !(expression.is === 'literal' && expression.value === true)),
  };

const half = (words: string): string => sentence(words).replace(/\.$/, '');

function where(phrases: readonly string[]): string {
  const shown = phrases.slice(0, MAXIMUM_REPEATED);
  const more = phrases.length - shown.length;
  if (more > 0) shown.push(`${more} more clauses hold`);
  return shown.length === 0 ? '' : `, where ${joined(shown, 'and', shown.length)}`;
}

/** Returns the approvers that a consensus demands, and the clauses that demand something else. */
function peopleOf({ clauses, phrasing }: PhrasedPart): Act {
  const demands: Demand[] = [];
  const rest: string[] = [];
  for (const clause of clauses) {
    const demand = demandOf(clause.expression, phrasing);
    if (demand === null) rest.push(repeated(clause));
    else demands.push(demand);
  }
  return { words: approversWords(demands), rest };
}
