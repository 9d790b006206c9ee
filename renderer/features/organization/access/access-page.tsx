import type { AccessReport } from '../../../../shared/model/index.ts';
import { Problem } from '../../../parts/problem.tsx';
import { showOrganizationPage, showSection } from '../../../state/route.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Place } from '../../../ui/place.tsx';
import { Progress } from '../../../ui/steps.tsx';
import { counted } from '../../../words/number.ts';
import { isCancelled } from '../../../words/problem.ts';
import { BackToUsers } from '../choose-user.tsx';
import type { Look } from '../section.ts';
import { useEscape } from '../use-escape.ts';
import './access.css';
import { AccessGroups, AccessSection } from './access-report.tsx';
import { ACCESS_GROUPS, limitLines } from './access-rules.ts';
import { useAccessCheck } from './use-access-check.ts';

interface AccessPageProps {
  readonly userId: string;
  readonly look: Look;
}

const close = () => showOrganizationPage(null);

/** Shows the requests that a user can make alone, with more votes, or not at all. The local service decides them. */
export function AccessPage({ userId, look: { content, names } }: AccessPageProps) {
  const name = names.of(userId);
  const user = content.users.find(({ id }) => id === userId);
  const { report, progress, check, stop } = useAccessCheck(userId);
  const limits = limitLines(content, userId);
  useEscape(close);
  const cannotSignIn = user !== undefined && user.keys.length + user.passkeys.length + user.providers.length === 0;
  return (
    <div className="organization">
      <Place
        title={`Access of ${name}`}
        before={<BackToUsers />}
        actions={
          check.busy ? (
            <Button onClick={stop}>Cancel check</Button>
          ) : (
            <Button data-act="true" onClick={() => void check.run()}>
              Check again
            </Button>
          )
        }
      >
        <div className="access">
          {cannotSignIn ? (
            <Notice tone="care" title="This user cannot sign in">
              The user has no key, no passkey and no provider. The lines below hold as soon as one is added.
            </Notice>
          ) : null}
          {check.busy ? (
            <Progress label="Check" {...progress} text={`${counted(progress.done, 'request')} decided`} />
          ) : null}
          {check.problem === null || isCancelled(check.problem) ? null : <Problem error={check.problem} />}
          {report === null ? null : <Report name={name} report={report} />}
          {report === null || limits.length === 0 ? null : <AccessSection title="Limits that bind" lines={limits} />}
        </div>
      </Place>
    </div>
  );
}

function Report({ name, report }: { readonly name: string; readonly report: AccessReport }) {
  return (
    <>
      <AccessGroups name={name} report={report} groups={ACCESS_GROUPS} />
      <p className="caption faint">
        Each line is one request that was decided now and never sent. A policy about an amount, an address, a chain or a
        time can decide other requests differently. <ShowPolicies />
      </p>
    </>
  );
}

const ShowPolicies = () => (
  <Button kind="quiet" onClick={() => showSection('policies')}>
    Show policies
  </Button>
);
