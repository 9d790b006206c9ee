import type { AccessReport } from '../../../../shared/model/index.ts';
import { Visible } from '../../../ui/visible.tsx';
import { counted } from '../../../words/number.ts';
import './access.css';
import { type ACCESS_GROUPS, type AccessLine, linesOf, signingWords } from './access-rules.ts';

interface AccessGroupsProps {
  readonly name: string;
  readonly report: AccessReport;
  /** The groups to show, in their order. */
  readonly groups: typeof ACCESS_GROUPS;
}

/** The requests that a user can make alone, with more votes, or not at all. */
export function AccessGroups({ name, report, groups }: AccessGroupsProps) {
  const { untried } = report;
  return (
    <>
      <p className="access-lead" role="status">
        <Visible text={signingWords(name, report)} />
      </p>
      {groups.map(({ outcome, title }) => {
        const lines = linesOf(report, outcome);
        return lines.length === 0 ? null : <AccessSection key={outcome} title={title} lines={lines} />;
      })}
      {untried === 0 ? null : (
        <p className="tone-care-text">
          Not tried: {counted(untried, 'further wallet or key', 'further wallets or keys')}.
        </p>
      )}
    </>
  );
}

/** Lines about a user under a title, each with what it rests on. */
export function AccessSection({ title, lines }: { readonly title: string; readonly lines: readonly AccessLine[] }) {
  return (
    <section className="access-group" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {lines.map(({ words, by }) => (
          <li key={`${words} ${by}`}>
            <Visible text={words} />
            <span className="caption soft">
              <Visible text={by} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
