import type { ComponentType } from 'react';
import type { SettingsSection } from '../../state/settings-sections.ts';
import { About } from './about.tsx';
import { Appearance } from './appearance.tsx';
import { Backup } from './backup.tsx';
import { Checks } from './checks.tsx';
import { Contracts } from './contracts.tsx';
import { Keys } from './keys.tsx';
import { LockSettings } from './lock.tsx';
import { Network } from './network.tsx';
import { Notifications } from './notifications.tsx';
import { Profiles } from './profiles.tsx';
import { Updates } from './updates.tsx';

/** The component of each section of the settings. */
export const SECTIONS: Readonly<Record<SettingsSection, ComponentType>> = {
  Keys,
  Lock: LockSettings,
  Backup,
  Checks,
  Profiles,
  Network,
  'Contracts you described': Contracts,
  Appearance,
  Notifications,
  Updates,
  About,
};
