import { type FormEvent, useRef, useState } from 'react';
import type { AppState } from '../../../shared/ipc/index.ts';
import { call } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { takePassphrase, withSecret } from '../../state/passphrase.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import './lock.css';

/** The vault is locked: its process is gone and its keys with it. */
export function Lock({ app }: { readonly app: AppState }) {
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const { needsPassphrase, problem: vaultProblem, state } = app.vault;
  const waiting = busy || state === 'starting';

  const unlock = async (event: FormEvent) => {
    event.preventDefault();
    if (waiting) return;
    const passphrase = needsPassphrase ? takePassphrase(field.current) : null;
    setBusy(true);
    setProblem(null);
    try {
      await withSecret(passphrase, () => call('vault.unlock', { passphrase }));
    } catch (error) {
      setProblem(error);
      field.current?.focus();
    }
    setBusy(false);
  };

  return (
    <main className="lock">
      <form className="lock-form" onSubmit={(event) => void unlock(event)}>
        <span className="lock-mark">
          <Mark size={40} />
        </span>
        <div className="lock-title">
          <h1>Vault locked</h1>
          <p className="soft">{app.profile === null ? 'Unlock it to go on.' : `Profile ${app.profile}. Nothing can be signed until you unlock it.`}</p>
        </div>
        {needsPassphrase ? <TextField ref={field} label="Passphrase" type="password" autoFocus disabled={waiting} /> : null}
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
