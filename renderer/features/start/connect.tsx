import { useState } from 'react';
import type { AppState } from '../../../shared/ipc/index.ts';
import { useRoute } from '../../state/route.ts';
import { ConnectForm } from './connect-form.tsx';
import { FirstBackup } from './first-backup.tsx';
import { LocalForm } from './local-form.tsx';
import { StartPage } from './page.tsx';

interface ConnectProps {
  readonly app: AppState;
  /** The operator is through, or turned back. */
  readonly onLeave: () => void;
}

/**
 * Connects to a further service, or makes the vault on this machine after another profile. It has a page of its own: the
 * new profile becomes current half-way, and its public key must stay in view until it is registered.
 */
export function Connect({ app, onLeave }: ConnectProps) {
  const isLocal = useRoute((route) => route.connecting === 'local');
  const [isMade, setMade] = useState(false);
  return (
    <StartPage version={app.version}>
      {isMade ? (
        <FirstBackup onDone={onLeave} />
      ) : isLocal ? (
        <LocalForm app={app} onBack={onLeave} onDone={() => setMade(true)} />
      ) : (
        <ConnectForm app={app} onBack={onLeave} onDone={onLeave} />
      )}
    </StartPage>
  );
}
