import { useState } from 'react';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { Problem } from '../../parts/problem.tsx';
import { go } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { ActMenu } from '../../ui/act-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { ProfileDot } from '../../ui/profile-dot.tsx';
import { Mono, Visible } from '../../ui/visible.tsx';
import { isRefused } from '../../words/problem.ts';
import { moment } from '../../words/time.ts';
import { AddressDialog } from './address-dialog.tsx';
import { type Session, useProfileActs } from './profile-acts.ts';
import { Section } from './section.tsx';
import { Below, SettingsTable } from './settings-table.tsx';
import { SignInDialog } from './sign-in.tsx';

/** The services this window knows. */
export function Profiles() {
  const profiles = useSession((session) => session.profiles);
  const [signingIn, setSigningIn] = useState<ProfileRow | null>(null);
  const [moving, setMoving] = useState<ProfileRow | null>(null);
  const { answer: signedIn } = useAnswer('signIn.list', {}, 'app.changed');
  const { actsOf, confirm, busy, problem } = useProfileActs(setSigningIn, setMoving);
  const sessionOf = ({ name }: ProfileRow) => signedIn?.sessions.find(({ profile }) => profile === name);
  return (
    <Section
      title="Profiles"
      text="The services this window works with. Each has its own key and its own colour."
      action={<Button onClick={() => go('connect')}>Connect to a service</Button>}
    >
      {problem === null || isRefused(problem) ? null : <Problem error={problem} />}
      <p className="soft">
        A profile signs only content that Castellan can read. With blind signing it also signs calls, bytes and digests
        with an unknown effect: one such signature can lose everything. A profile that asks each time needs its PIN,
        passphrase or security key for every signature.
      </p>
      <SettingsTable
        label="Profiles"
        columns={[
          {
            label: 'Profile',
            cell: (profile) => <AboutProfile profile={profile} session={sessionOf(profile)} />,
          },
          {
            label: 'Organization',
            cell: ({ organizationId, organizationName }) => (
              <>
                {organizationName === undefined ? null : <Visible text={organizationName} />}
                <Below>
                  <Mono text={organizationId} />
                </Below>
              </>
            ),
          },
        ]}
        rows={profiles}
        idOf={({ name }) => name}
        actions={(profile) => (
          <>
            {profile.changed === undefined ? null : (
              <Button
                kind="quiet"
                onClick={() => confirm(profile)}
                disabled={busy}
                aria-label={`Confirm ${profile.name}`}
              >
                Confirm…
              </Button>
            )}
            <ActMenu label={`Actions for ${profile.name}`} acts={actsOf(profile, sessionOf(profile))} />
          </>
        )}
      />
      {moving === null ? null : <AddressDialog profile={moving} onClose={() => setMoving(null)} />}
      {signingIn === null ? null : <SignInDialog profile={signingIn} onClose={() => setSigningIn(null)} />}
    </Section>
  );
}

function AboutProfile({ profile, session }: { readonly profile: ProfileRow; readonly session: Session | undefined }) {
  const { name, hue, kind, baseUrl, organizationName, claimedName, blindSigning, asksToSign, changed } = profile;
  return (
    <>
      <ProfileDot hue={hue} />
      {name}
      <Below>{kind === 'local' ? 'This machine' : baseUrl}</Below>
      {claimedName === undefined ? null : (
        <Below tone="care">
          The service changed the organization’s name from “<Visible text={organizationName ?? ''} />” to “
          <Visible text={claimedName} />”
        </Below>
      )}
      <Below tone="soft">{blindSigning === true ? 'Blind signing is on' : 'Blind signing is off'}</Below>
      {asksToSign === true ? <Below tone="soft">Asks each time it signs</Below> : null}
      {session === undefined ? null : (
        <Below tone="soft">Signed in for reading until {moment(session.expiresAt)}</Below>
      )}
      {changed === undefined ? null : <Below tone="soft">Changed outside Castellan: {changed.join(', ')}</Below>}
    </>
  );
}
