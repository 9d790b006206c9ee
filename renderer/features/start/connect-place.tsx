import type { AppState } from '../../../shared/ipc/index.ts';
import { go } from '../../state/route.ts';
import { Place } from '../../ui/place.tsx';
import { ConnectForm } from './connect-form.tsx';
import './start.css';

/** Connecting to a further service, inside the frame. */
export function ConnectPlace({ app }: { readonly app: AppState }) {
  return (
    <Place title="Connect to a service">
      <div className="connect-place">
        <ConnectForm app={app} onDone={() => go('accounts')} />
      </div>
    </Place>
  );
}
