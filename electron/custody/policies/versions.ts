import type { ActingContext } from '../handlers/types.ts';
import type { Names } from './evaluate.ts';
import { conditionNames } from './names.ts';
import { type Subject, typesOf } from './subject.ts';

/** Stands for every type that a condition does not name. */
const NO_TYPE = '';

export interface Judged<Verdict> {
  readonly verdict: Verdict;
  /** The names that led to the verdict. */
  readonly names: Names;
}

/**
 * Judges a condition for all versions of the requested operation. Choice (earlier-types): the verdict is that of the
 * type that was sent, unless it is against another version that the condition names. Then it is against all versions,
 * because they ask for the same. A type is named when the verdict on it differs from that on types that the condition
 * does not name.
 * @param judge gives the verdict under these names. Its errors are rethrown
 * @param isAgainst whether a verdict stops the request or asks for more
 */
export function judgeVersions<Verdict>(
  subject: Subject,
  context: ActingContext,
  judge: (names: Names) => Verdict,
  isAgainst: (verdict: Verdict) => boolean,
): Judged<Verdict> {
  const { under, hasReadType } = conditionNames(subject, context);
  const judged = (type: string) => {
    const names = under(type);
    return { verdict: judge(names), names };
  };
  const [sent = NO_TYPE, ...others] = typesOf(subject);
  const first = judged(sent);
  if (isAgainst(first.verdict) || others.length === 0 || !hasReadType()) return first;
  const against = others.map(judged).find(({ verdict }) => isAgainst(verdict));
  return against === undefined || isAgainst(judged(NO_TYPE).verdict) ? first : against;
}
