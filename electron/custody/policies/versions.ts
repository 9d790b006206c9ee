import type { ActingContext } from '../request-context.ts';
import type { Names } from './evaluate.ts';
import { type ConditionNames, conditionNames } from './names.ts';
import { once } from './once.ts';
import { type Subject, typesOf, typesOfOne } from './subject.ts';

/** Stands for every type that a condition does not name. */
const NO_TYPE = '';

/** The names of a subject for rules that forbid, and for those that allow. All rules share the values. */
export type SharedNames = (forbids: boolean) => ConditionNames;

/** Reads the content of a request once for all rules of a decision. */
export function sharedNames(subject: Subject, context: ActingContext): SharedNames {
  const forbidding = once(() => conditionNames(subject, context, true));
  const allowing = once(() => conditionNames(subject, context, false));
  return (forbids) => (forbids ? forbidding() : allowing()).anew();
}

export interface Judged<Verdict> {
  readonly verdict: Verdict;
  /** The names that led to the verdict. */
  readonly names: Names;
}

export interface Rule<Verdict> {
  /** True for a rule that forbids or asks for more. It reads every parameter of the request. */
  readonly forbids: boolean;
  /** Returns the verdict under these names. Its errors are rethrown. */
  readonly judge: (names: Names) => Verdict;
  /** Reports whether a verdict stops the request or asks for more. */
  readonly isAgainst: (verdict: Verdict) => boolean;
}

/**
 * Judges a condition for all versions of the requested operation. Choice (earlier-types): the verdict is that of the
 * type that was sent, unless it is against another version that the condition names. Then it is against all versions,
 * because they ask for the same. A verdict on other content that the same signature may be for counts in the same way. A type is named when the verdict on it differs from that on types that the condition
 * does not name.
 */
export function judgeVersions<Verdict>(
  subject: Subject,
  shared: SharedNames,
  { forbids, judge, isAgainst }: Rule<Verdict>,
): Judged<Verdict> {
  const { under, otherwise, hasReadType } = shared(forbids);
  const judgedBy = (names: Names) => ({ verdict: judge(names), names });
  const judged = (type: string) => {
    const itself = judgedBy(under(type));
    const names = isAgainst(itself.verdict) ? undefined : otherwise(type);
    const other = names === undefined ? undefined : judgedBy(names);
    return other !== undefined && isAgainst(other.verdict) ? other : itself;
  };
  const [sent = NO_TYPE, ...versions] = typesOf(subject);
  const others = forbids ? [...versions, ...typesOfOne(subject)] : versions;
  const first = judged(sent);
  if (isAgainst(first.verdict) || others.length === 0 || !hasReadType()) return first;
  const against = others.map(judged).find(({ verdict }) => isAgainst(verdict));
  return against === undefined || isAgainst(judged(NO_TYPE).verdict) ? first : against;
}
