import type { AppState } from '../../../shared/ipc/index.ts';
import type { KeyStore } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { isRefused } from '../../words/problem.ts';
import { IdleTimeSetting } from './idle-time.tsx';
import { Section } from './section.tsx';
import { SecurityKeys } from './security-keys.tsx';

/** The unlock methods of the vault. The confirmation window asks for the current one and the new one. */
export function LockSettings() {
  const stores = useSession(({ app }) => app?.stores ?? []);
  const protecting = useAction(async ({ store, removes }: { store: KeyStore; removes: boolean }) => {
    await call('vault.protect', { store, removes });
  });
  const change = (store: KeyStore, removes = false) => void protecting.run({ store, removes });
  const keychain = stores.find(({ kind, isUsed }) => kind === 'keychain' && isUsed);
  const file = stores.find(({ kind, protection }) => kind === 'file' && protection === 'protected');
  const hasPin = keychain?.isTyped === true;
  const isOnToken = useSession(({ credentials }) =>
    credentials.some(({ store, pinKept }) => store === 'pkcs11' && !pinKept),
  );
  return (
    <Section title="Lock" text={lockText(keychain, isOnToken)}>
      <IdleTimeSetting />
      <div>
        {keychain === undefined ? null : (
          <Button disabled={protecting.busy} onClick={() => change('keychain')}>
            {hasPin ? 'Change PIN…' : 'Set a PIN…'}
          </Button>
        )}
        {hasPin ? (
          <Button disabled={protecting.busy} onClick={() => change('keychain', true)}>
            Remove PIN…
          </Button>
        ) : null}
        {file === undefined ? null : (
          <Button disabled={protecting.busy} onClick={() => change('file')}>
            Change passphrase…
          </Button>
        )}
      </div>
      {protecting.problem === null || isRefused(protecting.problem) ? null : <Problem error={protecting.problem} />}
      {[keychain, file].map((store) =>
        store === undefined ? null : (
          <SecurityKeys key={store.kind} store={store} isNamed={keychain !== undefined && file !== undefined} />
        ),
      )}
    </Section>
  );
}

function lockText(keychain: AppState['stores'][number] | undefined, isOnToken: boolean): string {
  if (keychain === undefined) return 'The way to open the vault and to reveal a key.';
  const keys = keychain.securityKeys.length > 0;
  if (keychain.isTyped) return `The PIN ${keys ? 'or a security key ' : ''}unlocks the vault and reveals a key.`;
  if (keys)
    return 'A security key or passkey unlocks the vault and reveals a key. Keep a second one or a PIN: without one the keys are lost.';
  const open = 'The keys in the keychain have no PIN: anybody at this computer can use them.';
  return isOnToken ? `${open} A key on a token is used only with the token and its PIN.` : open;
}
