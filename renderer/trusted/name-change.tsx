import type { AskedProfile } from '../../shared/ipc/index.ts';
import { Notice } from '../ui/notice.tsx';
import { Visible } from '../ui/visible.tsx';

/** The finding that the service gives the organization another name than the pinned one. Null without a change. */
export function NameChange({ profile }: { readonly profile: AskedProfile | null }) {
  if (profile?.claimedName === undefined) return null;
  return (
    <Notice tone="care" title="The organization’s name changed">
      The service now calls it “
      <Visible text={profile.claimedName} />
      ”. The header shows the earlier name. Accept the new name in Settings, under Profiles.
    </Notice>
  );
}
