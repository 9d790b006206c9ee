import type { CallOutput } from '../../../shared/ipc/index.ts';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { useAction } from '../../state/use-action.ts';
import type { Act } from '../../ui/act-menu.tsx';
import { say } from '../../ui/toasts.tsx';

export type Session = CallOutput<'signIn.list'>['sessions'][number];

interface ProfileActs {
  /** With the session of the profile, where one lasts. */
  actsOf(profile: ProfileRow, session: Session | undefined): Act[];
  confirm(profile: ProfileRow): void;
  readonly busy: boolean;
  /** Why the last of each did not work out. */
  readonly problems: readonly unknown[];
}

/** What can be done with each of the profiles. */
export function useProfileActs(onSignIn: (profile: ProfileRow) => void): ProfileActs {
  const checking = useAction(async () => {
    const { username, organizationName } = await call('profiles.check', {});
    say(`Connected as ${username} in ${organizationName}.`);
  });
  const removing = useAction(async (name: string) => {
    await call('profiles.remove', { name });
    say(`Profile ${name} was removed.`);
  });
  const allowing = useAction(async ({ name, blindSigning = false }: ProfileRow) => {
    await call('profiles.allowBlindSigning', { name, allowed: !blindSigning });
  });
  const asking = useAction(async ({ name, asksToSign = false }: ProfileRow) => {
    await call('profiles.askToSign', { name, asks: !asksToSign });
  });
  const confirming = useAction(async ({ name, current }: ProfileRow) => {
    await call('profiles.confirm', { name });
    // What was said of it before is not so any more.
    if (current) void checking.run();
  });
  const ending = useAction((profile: string) => call('signIn.end', { profile }));
  const all = [checking, removing, allowing, asking, confirming, ending];
  const busy = all.some((action) => action.busy);

  return {
    actsOf(profile, session) {
      const { name, current, blindSigning, asksToSign } = profile;
      const act = (label: string, run: () => unknown, isOffered = true): Act[] =>
        isOffered ? [{ label, run: () => void run(), disabled: busy }] : [];
      return [
        ...act('Check connection', () => checking.run(), current),
        ...act('Sign in for reading…', () => onSignIn(profile), current && session === undefined),
        ...act('End session', () => ending.run(name), current && session !== undefined),
        ...act(blindSigning === true ? 'Stop blind signing…' : 'Allow blind signing…', () => allowing.run(profile)),
        ...act(asksToSign === true ? 'Stop asking to sign…' : 'Ask each time…', () => asking.run(profile)),
        ...act('Remove…', () => removing.run(name), !current),
      ];
    },
    confirm: (profile) => void confirming.run(profile),
    busy,
    problems: all.map(({ problem }) => problem),
  };
}
