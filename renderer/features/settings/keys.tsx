import { useState } from 'react';
import { type CredentialRow, EXPIRY_TOLD_BEFORE, type StampScheme } from '../../../shared/model/index.ts';
import { CopyIcon } from '../../parts/copy.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useProfile, useSession } from '../../state/session.ts';
import { ActMenu } from '../../ui/act-menu.tsx';
import { ShortAddress } from '../../ui/address.tsx';
import { Notice } from '../../ui/notice.tsx';
import { KEY_CURVE_WORDS, SCHEME_WORDS, sentenceCase } from '../../words/labels.ts';
import { isRefused } from '../../words/problem.ts';
import { moment } from '../../words/time.ts';
import { isFirst, useKeyActs } from './key-acts.ts';
import { type KeyAct, KeyDialog } from './key-dialog.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { Section } from './section.tsx';
import { TokenDialog } from './token-dialog.tsx';

/** Where each key lives, whether it could be copied from there, and what can be done with it. */
export function Keys() {
  const credentials = useSession((session) => session.credentials);
  const stores = useSession((session) => session.app?.stores) ?? [];
  const profile = useProfile();
  const [adding, setAdding] = useState<'passkey' | 'token' | null>(null);
  const [dialog, setDialog] = useState<{ readonly act: KeyAct; readonly key: CredentialRow } | null>(null);
  const { actsOf, problem } = useKeyActs(credentials, (act, key) => setDialog({ act, key }));
  const expiring = credentials.filter((key) => !key.retired && isExpiring(key));
  return (
    <Section
      title="Keys"
      text="The keys that stamp your requests, and what keeps them."
      action={
        profile === null ? undefined : (
          <ActMenu
            label="Add key"
            adds
            acts={[
              { label: 'Passkey…', run: () => setAdding('passkey') },
              { label: 'Key on a token…', run: () => setAdding('token') },
            ]}
          />
        )
      }
    >
      {adding === 'passkey' && profile !== null ? (
        <PasskeyDialog profile={profile} onClose={() => setAdding(null)} />
      ) : null}
      {adding === 'token' && profile !== null ? (
        <TokenDialog profile={profile.name} onClose={() => setAdding(null)} />
      ) : null}
      {stores
        .filter(({ kind }) => credentials.some(({ store }) => store === kind))
        .map(({ kind, problem: why }) =>
          why === null ? null : (
            <Notice key={kind} tone="care" title={why.title}>
              {why.message}
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
      {problem === null || isRefused(problem) ? null : <Problem error={problem} />}
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
                {key.pinKept ? (
                  <>
                    <br />
                    <span className="caption faint">Its PIN is kept in the keychain.</span>
                  </>
                ) : null}
              </td>
              <td className="settings-copied">
                <ShortAddress text={key.publicKey} />
                <CopyIcon what="Public key" text={key.publicKey} />
                <br />
                <span className="caption faint">{schemeText(key)}</span>
              </td>
              <td>
                <ActMenu label={`Actions for ${key.name} of ${key.profile}`} acts={actsOf(key)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {dialog === null ? null : <KeyDialog act={dialog.act} credential={dialog.key} onClose={() => setDialog(null)} />}
    </Section>
  );
}

const isOver = (at: number | null) => at !== null && at <= Date.now();
const isExpiring = ({ expiresAt }: CredentialRow) => expiresAt !== null && expiresAt - Date.now() < EXPIRY_TOLD_BEFORE;
function stateOf(key: CredentialRow, all: readonly CredentialRow[]): string {
  const used = key.lastUsedAt === null ? 'Never used' : `Last used ${moment(key.lastUsedAt)}`;
  const until = key.expiresAt === null ? [] : [`expires ${moment(key.expiresAt)}`];
  const state = key.retired ? ['Retired'] : key.replaces !== null && !isFirst(key, all) ? ['Not in use yet'] : [];
  return [...state, used, ...until].join(' · ');
}

/** A passkey has a scheme of its own. */
const schemeText = ({ curve, scheme }: CredentialRow) => SCHEME_WORDS[scheme as StampScheme] ?? KEY_CURVE_WORDS[curve];
