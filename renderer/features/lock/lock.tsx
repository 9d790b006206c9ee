import { useRef } from 'react';
import type { AppState } from '../../../shared/ipc/index.ts';
import { Problem } from '../../parts/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import './lock.css';
import { useUnlock } from './use-unlock.ts';

/** The vault is locked: its process is gone and its keys with it. */
export function Lock({ app }: { readonly app: AppState }) {
  const field = useRef<HTMLInputElement>(null);
  const { needsPassphrase, problem: vaultProblem, state } = app.vault;
  const { busy, problem, unlock } = useUnlock(field, needsPassphrase);
  const waiting = busy || state === 'starting';
  return (
    <main className="lock">
      <form
        className="lock-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!waiting) void unlock();
        }}
      >
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
        {needsPassphrase ? (
          <TextField ref={field} label="Passphrase" type="password" autoFocus readOnly={waiting} />
        ) : null}
        <Button kind="primary" large submit disabled={waiting} autoFocus={!needsPassphrase}>
          {waiting ? 'Unlocking' : 'Unlock'}
        </Button>
        {problem === null ? null : <Problem error={problem} />}
        {problem === null && vaultProblem !== null ? (
          <Notice tone="danger" title={vaultProblem.title} loud>
            {vaultProblem.message}
          </Notice>
        ) : null}
      </form>
    </main>
  );
}
