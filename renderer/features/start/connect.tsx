import type { AppState } from '../../../shared/ipc/index.ts';
import { ConnectForm } from './connect-form.tsx';
import { StartPage } from './page.tsx';

interface ConnectProps {
  readonly app: AppState;
  /** The operator is through, or turned back. */
  readonly onLeave: () => void;
}

/**
 * Connects to a further service. It has a page of its own: the new profile becomes current half-way, and its public key
 * must stay in view until it is registered.
 */
export function Connect({ app, onLeave }: ConnectProps) {
  return (
    <StartPage version={app.version}>
      <ConnectForm app={app} onBack={onLeave} onDone={onLeave} />
    </StartPage>
  );
}
