/** Explains policies by their effect, and by whether their expressions limit anything. */
import type { Effect } from '../../../shared/model/index.ts';
import { enforcementOf, limitsNothing } from '../../../shared/policy-language/index.ts';
import { care, danger, information } from '../../crypto/index.ts';
import { faults } from './expressions.ts';
import { from, type Given, type Power, quoted, whole } from './power.ts';

/** Returns an expression in brackets, or nothing for one that is empty or `true`. */
const inBrackets = (expression: string) => (/^\s*(?:true)?\s*$/.test(expression) ? '' : ` (${expression})`);

/** Explains a policy that is made. `path` is its place in the parameters. */
export const policy = (made: Given, path: string): Power => {
  const allows = made.text('effect') === 'EFFECT_ALLOW';
  const [condition, consensus] = [made.text('condition'), made.text('consensus')];
  const { controls, walletId, isConditional } = enforcementOf({
    effect: made.text('effect') as Effect,
    condition: whole(made, 'condition'),
    consensus: whole(made, 'consensus'),
    time: whole(made, 'time'),
  });
  const isUnlimited = limitsNothing(whole(made, 'condition'), 'condition');
  const isForEverybody = limitsNothing(whole(made, 'consensus'), 'consensus');
  const limits = controls.map((name) => `controls.${name}`);
  const refuses = isConditional || walletId !== null ? 'Where its other conditions hold, it refuses' : 'It refuses';
  return {
    headline: `Let policy ${quoted(made.text('policyName'))} ${allows ? 'allow' : 'deny'} ${isUnlimited ? `everything${inBrackets(condition)}` : `what fits ${condition}`}${consensus === '' ? '' : isForEverybody ? `, for everybody${inBrackets(consensus)}` : `, when ${consensus}`}`,
    findings: [
      ...faults(made, path),
      ...(limits.length === 0
        ? []
        : [
            information(
              allows
                ? `It allows nothing above the limit ${limits.join(', ')}, and nothing whose amount cannot be read.`
                : `${refuses} what is above the limit ${limits.join(', ')}, and what has an amount that cannot be read. The root quorum is not limited.`,
              from(path),
            ),
          ]),
      ...(!allows
        ? []
        : [
            isUnlimited || isForEverybody
              ? danger('It allows everything, or allows everybody.', from(path))
              : care('Users who match it may act without the root quorum.', from(path)),
          ]),
    ],
  };
};
