import { useState } from 'react';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { Problem } from '../../parts/problem.tsx';
import { go } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { ActMenu } from '../../ui/act-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { ProfileDot } from '../../ui/profile-dot.tsx';
import { isRefused } from '../../words/problem.ts';
import { moment } from '../../words/time.ts';
import { useProfileActs } from './profile-acts.ts';
import { Section } from './section.tsx';
import { SignInDialog } from './sign-in.tsx';

/** The services this window knows. */
export function Profiles() {
  const profiles = useSession((session) => session.profiles);
  const [signingIn, setSigningIn] = useState<ProfileRow | null>(null);
  const { answer: signedIn } = useAnswer('signIn.list', {}, 'app.changed');
  const { actsOf, confirm, busy, problems } = useProfileActs(setSigningIn);
  return (
    <Section
      title="Profiles"
      text="The services this window works with. Each has its own key and its own colour."
      action={<Button onClick={() => go('connect')}>Connect to a service</Button>}
    >
      {problems.map((each, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: one place for each act
        each === null || isRefused(each) ? null : <Problem key={index} error={each} />,
      )}
      <p className="soft">
        A profile signs only what Castellan can read. With blind signing it also signs calls, bytes and digests whose
        effect nobody can tell: one such signature can lose everything. One that asks each time signs nothing, not even
        while the vault is unlocked, before what opens its keys was typed, or a security key touched, for just that.
      </p>
      <table className="settings-table" aria-label="Profiles">
        <thead>
          <tr>
            <th scope="col">Profile</th>
            <th scope="col">Organization</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {profiles.map((profile) => {
            const session = signedIn?.sessions.find((each) => each.profile === profile.name);
            return (
              <tr key={profile.name}>
                <td>
                  <ProfileDot hue={profile.hue} />
                  {profile.name}
                  <br />
                  <span className="caption faint">{profile.kind === 'local' ? 'This machine' : profile.baseUrl}</span>
                  <br />
                  <span className="caption soft">
                    {profile.blindSigning === true ? 'Blind signing is on' : 'Blind signing is off'}
                  </span>
                  {profile.asksToSign === true ? (
                    <>
                      <br />
                      <span className="caption soft">Asks each time it signs</span>
                    </>
                  ) : null}
                  {session === undefined ? null : (
                    <>
                      <br />
                      <span className="caption soft">Signed in for reading until {moment(session.expiresAt)}</span>
                    </>
                  )}
                  {profile.changed === undefined ? null : (
                    <>
                      <br />
                      <span className="caption soft">Changed outside Castellan: {profile.changed.join(', ')}</span>
                    </>
                  )}
                </td>
                <td>
                  <span className="mono soft">{profile.organizationId}</span>
                </td>
                <td>
                  <div className="settings-actions">
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
                    <ActMenu label={`Actions for ${profile.name}`} acts={actsOf(profile, session)} />
                  </div>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {signingIn === null ? null : <SignInDialog profile={signingIn} onClose={() => setSigningIn(null)} />}
    </Section>
  );
}
