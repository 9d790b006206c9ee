import { Place } from '../../ui/place.tsx';
import { About } from './about.tsx';
import { Appearance } from './appearance.tsx';
import { AuditLog } from './audit-log.tsx';
import { Checks } from './checks.tsx';
import { Contracts } from './contracts.tsx';
import { Keys } from './keys.tsx';
import { LockSettings } from './lock.tsx';
import { Network } from './network.tsx';
import { Profiles } from './profiles.tsx';
import './settings.css';

/** How the window looks, what keeps the keys, and whether this machine is in order. */
export function Settings({ title }: { readonly title: string }) {
  return (
    <Place title={title}>
      <div className="settings">
        <Appearance />
        <LockSettings />
        <Keys />
        <Profiles />
        <Network />
        <Contracts />
        <Checks />
        <AuditLog />
        <About />
      </div>
    </Place>
  );
}
