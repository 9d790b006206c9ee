import type { ExplainedPolicy, PolicyAdvice } from '../../../../shared/policy-language/index.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Visible } from '../../../ui/visible.tsx';
import { PARTS } from './draft.ts';

/** The policy in one sentence, and each of its clauses. */
export function Words({ explained }: { readonly explained: ExplainedPolicy }) {
  const { headline, clauses, faults } = explained;
  return (
    <section className="policy-words" aria-label="In words">
      <h2 className="caption soft">In words</h2>
      <p className="policy-headline" lang="en">
        <Visible text={headline} />
      </p>
      {faults.length === 0 ? null : (
        <p className="tone-danger-text">The service refuses a policy with an error. It allows and denies nothing.</p>
      )}
      {PARTS.map(({ part, title }) => {
        const own = clauses.filter((clause) => clause.part === part);
        return own.length === 0 ? null : (
          <div key={part}>
            <h3>{title}</h3>
            <ol className="policy-clauses">
              {own.map(({ number, words }) => (
                <li key={number}>
                  <span className="faint tabular">{number}</span>
                  <span lang="en">
                    <Visible text={words} />
                  </span>
                </li>
              ))}
            </ol>
          </div>
        );
      })}
    </section>
  );
}

const TITLES: Readonly<Record<PolicyAdvice['rule'], string>> = {
  never: 'Can never match',
  always: 'Always holds',
  checksum: 'Address may be mistyped',
  shadowed: 'Another policy covers it',
  quorum: 'Root quorum',
  lifted: 'Denial without effect',
  'left open': 'Changes are not denied',
  unlimited: 'Tokens are not limited',
  'one person': 'Keys are counted, not people',
  nobody: 'Nobody can vote',
  'too few': 'Too few people',
  unknown: 'Unknown identifier',
  stranger: 'Unknown address',
};

interface AdviceListProps {
  readonly advice: readonly PolicyAdvice[];
  /** False until the people and the other policies are known. */
  readonly isWhole: boolean;
}

/** The findings about a policy without faults. Only those that need care have a box. */
export function AdviceList({ advice, isWhole }: AdviceListProps) {
  const ordered = [
    ...advice.filter(({ level }) => level === 'care'),
    ...advice.filter(({ level }) => level !== 'care'),
  ];
  return (
    <section className="policy-advice" aria-label="Findings">
      <h2>Findings</h2>
      {ordered.map(({ rule, level, message }) =>
        level === 'care' ? (
          <Notice key={message} tone="care" title={TITLES[rule]}>
            <span lang="en">
              <Visible text={message} />
            </span>
          </Notice>
        ) : (
          <p key={message} className="policy-information">
            <Icon name="info" />
            <span lang="en">
              <Visible text={message} />
            </span>
          </p>
        ),
      )}
      {ordered.length > 0 ? null : (
        <p className="soft">{isWhole ? 'None. Each finding is proven, so try the policy as well.' : 'None yet.'}</p>
      )}
    </section>
  );
}
