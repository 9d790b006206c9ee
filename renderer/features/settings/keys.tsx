import { useState } from 'react';
import { type CredentialRow, EXPIRY_TOLD_BEFORE, type StampScheme } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { CopyIcon } from '../../parts/copy.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useProfile, useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { say } from '../../ui/toasts.tsx';
import { KEY_CURVE_WORDS, SCHEME_WORDS, sentenceCase } from '../../words/labels.ts';
import { isRefused } from '../../words/problem.ts';
import { moment } from '../../words/time.ts';
import { ForgetPin } from './forget-pin.tsx';
import { type KeyAct, KeyDialog } from './key-dialog.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { Section } from './section.tsx';
import { AddTokenKey } from './token-dialog.tsx';

/** Where each key lives, whether it could be copied from there, and what can be done with it. */
export function Keys() {
  const credentials = useSession((session) => session.credentials);
  const stores = useSession((session) => session.app?.stores) ?? [];
  const profile = useProfile();
  const [adding, setAdding] = useState(false);
  const choosing = useAction((credentialId: string) => call('credentials.stampWith', { credentialId }));
  const [dialog, setDialog] = useState<{ readonly act: KeyAct; readonly key: CredentialRow } | null>(null);
  const testing = useAction(async ({ credentialId, name }: CredentialRow) => {
    const { username } = await call('keys.test', { credentialId });
    say(`${name} signs, and the service knows it as ${username}.`);
  });
  const retiring = useAction(({ credentialId }: CredentialRow) => call('keys.retire', { credentialId }));
  const removing = useAction(({ credentialId }: CredentialRow) => call('keys.remove', { credentialId }));
  const expiring = credentials.filter((key) => !key.retired && isExpiring(key));
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
      {expiring.map(({ credentialId, name, expiresAt }) => (
        <Notice key={credentialId} tone="care" title={`${name} ${isOver(expiresAt) ? 'expired' : 'expires soon'}`}>
          {isOver(expiresAt)
            ? `The service takes it no more since ${moment(expiresAt)}. An administrator registers another one.`
            : `The service takes it until ${moment(expiresAt)}. Rotate it before.`}
        </Notice>
      ))}
      {[testing.problem, retiring.problem, removing.problem].map((each, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: one place for each act
        each === null || isRefused(each) ? null : <Problem key={index} error={each} />,
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
          {credentials.map((key) => (
            <tr key={key.credentialId}>
              <td>
                {key.name}
                <br />
                <span className="caption faint">
                  Profile {key.profile}
                  {isFirst(key, credentials) ? ', signs for it' : ''}
                </span>
                <br />
                <span className="caption faint">{stateOf(key, credentials)}</span>
              </td>
              <td>
                {sentenceCase(key.backend)}
                <br />
                <span className="caption faint">{key.copying}</span>
                {key.pinKept ? <ForgetPin of={key} /> : null}
              </td>
              <td className="settings-copied">
                <ShortAddress text={key.publicKey} />
                <CopyIcon what="Public key" text={key.publicKey} />
                <br />
                <span className="caption faint">{schemeText(key)}</span>
              </td>
              <td>
                <div className="settings-actions">
                  {key.retired || isFirst(key, credentials) ? null : (
                    <Button
                      kind="quiet"
                      onClick={() => void choosing.run(key.credentialId)}
                      disabled={choosing.busy}
                      aria-label={`Use ${key.name} to sign`}
                    >
                      Use…
                    </Button>
                  )}
                  {key.retired || key.store === 'passkey' ? null : (
                    <>
                      <Act name="Test" of={key} onClick={() => void testing.run(key)} disabled={testing.busy} />
                      {key.replaces !== null || isFirst(key, credentials) ? null : (
                        <Act name="Register…" of={key} onClick={() => setDialog({ act: 'register', key })} />
                      )}
                    </>
                  )}
                  {canRotate(key, credentials) ? (
                    <Act
                      name={isBeingReplaced(key, credentials) ? 'Continue rotation…' : 'Rotate…'}
                      of={key}
                      onClick={() => setDialog({ act: 'rotate', key })}
                    />
                  ) : null}
                  <Act name="Rename…" of={key} onClick={() => setDialog({ act: 'rename', key })} />
                  {key.retired ? null : (
                    <Act name="Retire…" of={key} onClick={() => void retiring.run(key)} disabled={retiring.busy} />
                  )}
                  <Act name="Destroy…" of={key} onClick={() => void removing.run(key)} disabled={removing.busy} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <AddTokenKey />
      {dialog === null ? null : <KeyDialog act={dialog.act} credential={dialog.key} onClose={() => setDialog(null)} />}
    </Section>
  );
}

interface ActProps {
  readonly name: string;
  readonly of: CredentialRow;
  readonly onClick: () => void;
  readonly disabled?: boolean;
}

function Act({ name, of, onClick, disabled = false }: ActProps) {
  return (
    <Button kind="quiet" onClick={onClick} disabled={disabled} aria-label={`${name} ${of.name} of ${of.profile}`}>
      {name}
    </Button>
  );
}

const isOver = (at: number | null) => at !== null && at <= Date.now();
const isExpiring = ({ expiresAt }: CredentialRow) => expiresAt !== null && expiresAt - Date.now() < EXPIRY_TOLD_BEFORE;
const isBeingReplaced = ({ credentialId }: CredentialRow, all: readonly CredentialRow[]) =>
  all.some(({ replaces }) => replaces === credentialId);

/** One that is kept here; a retired one only where its rotation was begun. */
const canRotate = (key: CredentialRow, all: readonly CredentialRow[]) =>
  (key.store === 'keychain' || key.store === 'file') &&
  key.replaces === null &&
  (!key.retired || isBeingReplaced(key, all));

/** The first key that was not retired stamps for its profile. */
const isFirst = ({ credentialId, profile }: CredentialRow, all: readonly CredentialRow[]) =>
  all.find((key) => key.profile === profile && !key.retired)?.credentialId === credentialId;

function stateOf(key: CredentialRow, all: readonly CredentialRow[]): string {
  const used = key.lastUsedAt === null ? 'Never used' : `Last used ${moment(key.lastUsedAt)}`;
  const until = key.expiresAt === null ? [] : [`expires ${moment(key.expiresAt)}`];
  const state = key.retired ? ['Retired'] : key.replaces !== null && !isFirst(key, all) ? ['Not in use yet'] : [];
  return [...state, used, ...until].join(' · ');
}

/** A passkey has a scheme of its own. */
const schemeText = ({ curve, scheme }: CredentialRow) => SCHEME_WORDS[scheme as StampScheme] ?? KEY_CURVE_WORDS[curve];
