import type { CallOutput } from '../../../shared/ipc/index.ts';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import type { Act } from '../../ui/act-menu.tsx';
import { say } from '../../ui/toasts.tsx';
import { useActs } from './use-acts.ts';

export type Session = CallOutput<'signIn.list'>['sessions'][number];

interface ProfileActs {
  /** With the session of the profile, where one lasts. */
  actsOf(profile: ProfileRow, session: Session | undefined): Act[];
  confirm(profile: ProfileRow): void;
  readonly busy: boolean;
  /** Why the last that was done did not work out. */
  readonly problem: unknown;
}

/** Returns the actions of each profile. */
export function useProfileActs(
  onSignIn: (profile: ProfileRow) => void,
  onMove: (profile: ProfileRow) => void,
): ProfileActs {
  const { busy, problem, carryOut, act } = useActs();
  const check = async () => {
    const { username, organizationName } = await call('profiles.check', {});
    say(`Connected as ${username} in ${organizationName}.`);
  };
  const remove = async (name: string) => {
    await call('profiles.remove', { name });
    say(`Profile ${name} was removed.`);
  };

  return {
    actsOf(profile, session) {
      const { name, current, kind, blindSigning = false, asksToSign = false } = profile;
      return [
        ...act('Check connection', () => carryOut(check), current),
        ...act('Change address…', () => onMove(profile), kind === 'remote'),
        ...act(
          'Accept new name…',
          () => carryOut(() => call('profiles.acceptName', { name })),
          profile.claimedName !== undefined,
        ),
        ...act('Sign in for reading…', () => onSignIn(profile), current && session === undefined),
        ...act(
          'End session',
          () => carryOut(() => call('signIn.end', { profile: name })),
          current && session !== undefined,
        ),
        ...act(blindSigning ? 'Stop blind signing…' : 'Allow blind signing…', () =>
          carryOut(() => call('profiles.allowBlindSigning', { name, allowed: !blindSigning })),
        ),
        ...act(asksToSign ? 'Stop asking each time it signs…' : 'Ask each time it signs…', () =>
          carryOut(() => call('profiles.askToSign', { name, asks: !asksToSign })),
        ),
        ...act('Remove…', () => carryOut(() => remove(name)), !current),
      ];
    },
    confirm: ({ name }) => void carryOut(() => call('profiles.confirm', { name })),
    busy,
    problem,
  };
}
