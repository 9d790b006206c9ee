import { useState } from 'react';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { go } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ProfileDot } from '../../ui/profile-dot.tsx';
import { say } from '../../ui/toasts.tsx';
import { isRefused } from '../../words/problem.ts';
import { Section } from './section.tsx';
import { SignIn, SignInDialog } from './sign-in.tsx';

/** The services this window knows. */
export function Profiles() {
  const profiles = useSession((session) => session.profiles);
  const [signingIn, setSigningIn] = useState<ProfileRow | null>(null);
  const { busy, problem, run } = useAction(async () => {
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
    if (current) void run();
  });
  return (
    <Section
      title="Profiles"
      text="The services this window works with. Each has its own key and its own colour."
      action={<Button onClick={() => go('connect')}>Connect to a service</Button>}
    >
      {problem === null ? null : <Problem error={problem} />}
      {removing.problem === null || isRefused(removing.problem) ? null : <Problem error={removing.problem} />}
      {confirming.problem === null || isRefused(confirming.problem) ? null : <Problem error={confirming.problem} />}
      {allowing.problem === null || isRefused(allowing.problem) ? null : <Problem error={allowing.problem} />}
      {asking.problem === null || isRefused(asking.problem) ? null : <Problem error={asking.problem} />}
      <p className="soft">
        A profile signs only what Castellan can read. With blind signing it also signs calls, bytes and digests whose
        effect nobody can tell: one such signature can lose everything. One that asks each time signs nothing, not even
        while the vault is unlocked, before the PIN or passphrase of its keys was typed for just that.
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
          {profiles.map((profile) => (
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
                      onClick={() => void confirming.run(profile)}
                      disabled={confirming.busy}
                      aria-label={`Confirm ${profile.name}`}
                    >
                      Confirm…
                    </Button>
                  )}
                  <Button
                    kind="quiet"
                    onClick={() => void allowing.run(profile)}
                    disabled={allowing.busy}
                    aria-label={`${blindLabel(profile)} ${profile.name}`}
                  >
                    {blindLabel(profile)}
                  </Button>
                  <Button
                    kind="quiet"
                    onClick={() => void asking.run(profile)}
                    disabled={asking.busy}
                    aria-label={`${askLabel(profile)} ${profile.name}`}
                  >
                    {askLabel(profile)}
                  </Button>
                  {profile.current ? <SignIn profile={profile} onBegin={() => setSigningIn(profile)} /> : null}
                  {profile.current ? (
                    <Button kind="quiet" onClick={() => void run()} disabled={busy}>
                      Check connection
                    </Button>
                  ) : (
                    <Button
                      kind="quiet"
                      onClick={() => void removing.run(profile.name)}
                      disabled={removing.busy}
                      aria-label={`Remove ${profile.name}`}
                    >
                      Remove
                    </Button>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {signingIn === null ? null : <SignInDialog profile={signingIn} onClose={() => setSigningIn(null)} />}
    </Section>
  );
}

const askLabel = ({ asksToSign }: ProfileRow) => (asksToSign === true ? 'Stop asking to sign…' : 'Ask each time…');

const blindLabel = ({ blindSigning }: ProfileRow) =>
  blindSigning === true ? 'Stop blind signing…' : 'Allow blind signing…';
