import type { AppState } from '../../../shared/ipc/index.ts';
import { call } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { isRefused } from '../../words/problem.ts';
import './lock.css';

/**
 * The vault is locked: its process has ended and its keys are gone. The confirmation window asks for the unlock method.
 */
export function Lock({ app }: { readonly app: AppState }) {
  const { problem: vaultProblem, state } = app.vault;
  const { busy, problem, run } = useAction(() => call('vault.unlock', {}));
  const waiting = busy || state === 'starting';
  const shown = isRefused(problem) ? null : problem;
  return (
    <main className="lock">
      <div className="lock-form">
        <span className="lock-mark">
          <Mark size={40} />
        </span>
        <div className="lock-title">
          <h1>Vault locked</h1>
          <p className="soft">
            {app.profile === null
              ? 'Unlock it to go on.'
              : `Profile ${app.profile}. Nothing can be signed until you unlock it.`}
          </p>
        </div>
        <Button kind="primary" large disabled={waiting} autoFocus onClick={() => void run()}>
          {waiting ? 'Unlocking' : 'Unlock…'}
        </Button>
        {busy ? (
          <p className="soft" role="status">
            {app.isAsking ? 'Answer in the confirmation window.' : 'Opening the vault.'}
          </p>
        ) : null}
        {shown === null ? null : <Problem error={shown} />}
        {shown === null && vaultProblem !== null ? (
          <Notice tone="danger" title={vaultProblem.title} loud>
            {vaultProblem.message}
          </Notice>
        ) : null}
      </div>
    </main>
  );
}
