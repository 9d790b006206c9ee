import type { KeyStore } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { isRefused } from '../../words/problem.ts';
import { IdleTimeSetting } from './idle-time.tsx';
import { Section } from './section.tsx';

/** What is typed to unlock. The confirmation window asks for the old and the new one. */
export function LockSettings() {
  const stores = useSession(({ app }) => app?.stores ?? []);
  const protecting = useAction(async ({ store, removes }: { store: KeyStore; removes: boolean }) => {
    await call('vault.protect', { store, removes });
  });
  const change = (store: KeyStore, removes = false) => void protecting.run({ store, removes });
  const keychain = stores.find(({ kind, isUsed }) => kind === 'keychain' && isUsed);
  const file = stores.find(({ kind, protection }) => kind === 'file' && protection === 'protected');
  const hasPin = keychain?.protection === 'protected';
  return (
    <Section
      title="Lock"
      text={
        hasPin
          ? 'The PIN is typed to unlock the vault and to reveal a key.'
          : 'The keys in the keychain have no PIN: whoever sits at this computer can use them.'
      }
    >
      <IdleTimeSetting />
      <div className="settings-actions">
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
    </Section>
  );
}
