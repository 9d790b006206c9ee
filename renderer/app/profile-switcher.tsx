import type { ProfileRow } from '../../shared/model/index.ts';
import { call } from '../bridge.ts';
import { sayProblem } from '../parts/problem.tsx';
import { go, resetRoute } from '../state/route.ts';
import { useProfile, useSession } from '../state/session.ts';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { Menu } from '../ui/menu.tsx';
import { ProfileDot } from '../ui/profile-dot.tsx';
import { Visible } from '../ui/visible.tsx';

/** Returns the organization by its pinned name and the location of its service, in a few words. */
function profilePlace({ kind, baseUrl, organizationName }: ProfileRow): string {
  if (kind === 'local') return 'This machine';
  const host = URL.parse(baseUrl ?? '')?.host ?? 'Service';
  return organizationName === undefined ? host : `${organizationName} · ${host}`;
}

/** Switches to another profile and clears the view of the previous one. */
export function switchProfile(name: string): void {
  call('profiles.use', { name }).then(resetRoute, sayProblem);
}

/** Makes the vault on this machine where the first start chose a service elsewhere. */
export const MAKE_VAULT = {
  label: 'Use the vault on this machine',
  run: () => go('connect', { connecting: 'local' }),
} as const;

/**
 * Returns true while no profile is of the vault on this machine and one can be made. Its service needs connections inside
 * this machine, which an offline window has not.
 */
export const lacksVault = (profiles: readonly ProfileRow[], isOffline: boolean): boolean =>
  !isOffline && !profiles.some(({ kind }) => kind === 'local');

/** The current organization, and the menu that switches to another. */
export function ProfileSwitcher() {
  const profile = useProfile();
  const profiles = useSession((session) => session.profiles);
  const isOffline = useSession(({ app }) => app?.isOffline === true);
  return (
    <Menu
      button={
        <span className="profile-button">
          <span className="profile-mark">
            <Mark size={20} />
          </span>
          <span className="profile-words">
            <strong className="cut">
              <span className="visually-hidden">Profile: </span>
              {profile?.name ?? 'none'}
            </strong>
            <span className="caption faint cut">
              <Visible text={profile === null ? '' : profilePlace(profile)} />
            </span>
          </span>
          <Icon name="updown" />
        </span>
      }
      choices={profiles.map((entry) => ({
        key: entry.name,
        label: entry.name,
        note: profilePlace(entry),
        sign: <ProfileDot hue={entry.hue} />,
      }))}
      chosen={profile?.name ?? null}
      onChoose={switchProfile}
      acts={[
        { key: 'connect', label: 'Connect to a service', sign: <Icon name="plus" />, run: () => go('connect') },
        ...(lacksVault(profiles, isOffline)
          ? [{ key: 'vault', label: MAKE_VAULT.label, sign: <Icon name="plus" />, run: MAKE_VAULT.run }]
          : []),
      ]}
    />
  );
}
