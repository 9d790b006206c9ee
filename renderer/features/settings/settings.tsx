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

/** Settings for appearance and keys, and the checks of this machine. */
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
