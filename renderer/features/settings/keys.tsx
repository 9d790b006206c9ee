import { useState } from 'react';
import { call } from '../../bridge.ts';
import { CopyIcon } from '../../parts/copy.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useProfile, useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { sentenceCase } from '../../words/labels.ts';
import { isRefused } from '../../words/problem.ts';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { Section } from './section.tsx';
import { AddTokenKey } from './token-dialog.tsx';

/** Where each key lives, and whether it could be copied from there. */
export function Keys() {
  const credentials = useSession((session) => session.credentials);
  const stores = useSession((session) => session.app?.stores) ?? [];
  const profile = useProfile();
  const [adding, setAdding] = useState(false);
  const choosing = useAction((credentialId: string) => call('credentials.stampWith', { credentialId }));
  /** The first of each profile stamps for it. */
  const inUse = new Set(
    credentials
      .filter(({ profile: of }, index) => credentials.findIndex((other) => other.profile === of) === index)
      .map(({ credentialId }) => credentialId),
  );
  return (
    <Section
      title="Keys"
      text="The keys that stamp your requests, and what keeps them."
      action={
        profile === null ? undefined : (
          <Button icon="plus" onClick={() => setAdding(true)}>
            Add passkey
          </Button>
        )
      }
    >
      {adding && profile !== null ? <PasskeyDialog profile={profile} onClose={() => setAdding(false)} /> : null}
      {choosing.problem === null || isRefused(choosing.problem) ? null : <Problem error={choosing.problem} />}
      {stores
        .filter(({ kind }) => credentials.some(({ store }) => store === kind))
        .map(({ kind, problem }) =>
          problem === null ? null : (
            <Notice key={kind} tone="care" title={problem.title}>
              {problem.message}
            </Notice>
          ),
        )}
      <table className="settings-table" aria-label="Keys">
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Kept in</th>
            <th scope="col">Public key</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {credentials.map((credential) => (
            <tr key={credential.credentialId}>
              <td>
                {credential.name}
                <br />
                <span className="caption faint">
                  Profile {credential.profile}
                  {inUse.has(credential.credentialId) ? ', signs for it' : ''}
                </span>
              </td>
              <td>
                {sentenceCase(credential.backend)}
                <br />
                <span className="caption faint">{credential.copying}</span>
              </td>
              <td className="settings-copied">
                <ShortAddress text={credential.publicKey} />
                <CopyIcon what="Public key" text={credential.publicKey} />
              </td>
              <td>
                {inUse.has(credential.credentialId) ? null : (
                  <Button
                    kind="quiet"
                    onClick={() => void choosing.run(credential.credentialId)}
                    disabled={choosing.busy}
                    aria-label={`Use ${credential.name} to sign`}
                  >
                    Use…
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <AddTokenKey />
    </Section>
  );
}
