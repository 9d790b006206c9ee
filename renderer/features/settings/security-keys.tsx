import { useState } from 'react';
import type { AppState } from '../../../shared/ipc/index.ts';
import { MAXIMUM_SECURITY_KEY_LABEL } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { ActionForm } from '../../parts/action-form.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAsking } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { say } from '../../ui/toasts.tsx';
import { Visible } from '../../ui/visible.tsx';
import { isRefused } from '../../words/problem.ts';
import { moment } from '../../words/time.ts';
import { SettingsTable } from './settings-table.tsx';

type Store = AppState['stores'][number];

/**
 * The security keys and passkeys that unlock a store. `isNamed` shows the store's name, when there is another store.
 */
export function SecurityKeys({ store, isNamed }: { readonly store: Store; readonly isNamed: boolean }) {
  const [adding, setAdding] = useState(false);
  const removing = useAction((id: string) => call('vault.removeSecurityKey', { store: store.kind, id }));
  const of = isNamed ? ` of the ${store.backend}` : '';
  return (
    <>
      {store.securityKeys.length === 0 ? null : (
        <SettingsTable
          label={`Security keys and passkeys${of}`}
          columns={[
            { label: `Security key or passkey${of}`, cell: ({ label }) => <Visible text={label} /> },
            { label: 'Added', cell: ({ addedAt }) => moment(addedAt) },
          ]}
          rows={store.securityKeys}
          idOf={({ id }) => id}
          actions={({ id, label }) => (
            <Button
              kind="quiet"
              disabled={removing.busy}
              aria-label={`Remove ${label}`}
              onClick={() => void removing.run(id)}
            >
              Remove…
            </Button>
          )}
        />
      )}
      <div>
        <Button icon="plus" onClick={() => setAdding(true)}>
          Add security key or passkey{of}
        </Button>
      </div>
      {removing.problem === null || isRefused(removing.problem) ? null : <Problem error={removing.problem} />}
      {adding ? <SecurityKeyDialog store={store} onClose={() => setAdding(false)} /> : null}
    </>
  );
}

/**
 * Adds a security key. The confirmation window asks for the current unlock method, and the passkey window for the new
 * key.
 */
function SecurityKeyDialog({ store, onClose }: { readonly store: Store; readonly onClose: () => void }) {
  const [label, setLabel] = useState('Security key');
  const isAsking = useAsking();
  const adding = useAction(async () => {
    await call('vault.addSecurityKey', { store: store.kind, label: label.trim() });
    say(`${label.trim()} opens the vault from now on.`);
    onClose();
  });
  return (
    <Dialog title="Security key or passkey" onClose={onClose} closable={!adding.busy}>
      <ActionForm
        action={adding}
        submit="Add"
        busy={isAsking ? 'Waiting for your answer' : 'Waiting for the security key'}
        ready={label.trim() !== ''}
        refused={
          <Notice tone="plain" title="Nothing was added" loud>
            If your security key already made a passkey, the passkey opens nothing. You can remove it on the security
            key.
          </Notice>
        }
        onCancel={onClose}
      >
        <p className="soft">
          It unlocks the vault and is touched to reveal a key. Keep a second one or a PIN: when the last way is lost,
          the keys are lost.
        </p>
        <TextField
          label="Name"
          value={label}
          maxLength={MAXIMUM_SECURITY_KEY_LABEL}
          onChange={(event) => setLabel(event.target.value)}
        />
      </ActionForm>
    </Dialog>
  );
}
