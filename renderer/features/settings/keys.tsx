import { useState } from 'react';
import { type CredentialRow, EXPIRY_WARNED_BEFORE, type StampScheme } from '../../../shared/model/index.ts';
import { CopyIcon } from '../../parts/copy.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useProfile, useSession } from '../../state/session.ts';
import { ActMenu } from '../../ui/act-menu.tsx';
import { ShortAddress } from '../../ui/address.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { KEY_CURVE_WORDS, SCHEME_WORDS, sentenceCase } from '../../words/labels.ts';
import { isRefused } from '../../words/problem.ts';
import { moment } from '../../words/time.ts';
import { isFirst, useKeyActs } from './key-acts.ts';
import { type KeyAct, KeyDialog } from './key-dialog.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { Section } from './section.tsx';
import { Below, SettingsTable } from './settings-table.tsx';
import { TokenDialog } from './token-dialog.tsx';

/** The keys with their store, whether each can be copied from there, and their actions. */
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
      text="The keys that stamp your requests, and their stores. To import a key from a file, use the command line: castellan key import."
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
            ? `The service refuses it since ${moment(expiresAt)}. Ask an administrator to register another key.`
            : `The service accepts it until ${moment(expiresAt)}. Rotate it before then.`}
        </Notice>
      ))}
      {problem === null || isRefused(problem) ? null : <Problem error={problem} />}
      <SettingsTable
        label="Keys"
        columns={[
          {
            label: 'Key',
            cell: (key) => (
              <>
                <Visible text={key.name} />
                <Below>
                  Profile {key.profile}
                  {isFirst(key, credentials) ? ', signs for it' : ''}
                </Below>
                <Below>{stateOf(key, credentials)}</Below>
              </>
            ),
          },
          {
            label: 'Kept in',
            cell: ({ backend, copying, pinKept }) => (
              <>
                {sentenceCase(backend)}
                <Below>{copying}</Below>
                {pinKept ? <Below>Its PIN is kept in the keychain.</Below> : null}
              </>
            ),
          },
          {
            label: 'Public key',
            unbroken: true,
            cell: (key) => (
              <>
                <ShortAddress text={key.publicKey} />
                <CopyIcon what="Public key" text={key.publicKey} />
                <Below>{schemeText(key)}</Below>
              </>
            ),
          },
        ]}
        rows={credentials}
        idOf={({ credentialId }) => credentialId}
        actions={(key) => <ActMenu label={`Actions for ${key.name} of ${key.profile}`} acts={actsOf(key)} />}
      />
      {dialog === null ? null : <KeyDialog act={dialog.act} credential={dialog.key} onClose={() => setDialog(null)} />}
    </Section>
  );
}

const isOver = (at: number | null) => at !== null && at <= Date.now();
const isExpiring = ({ expiresAt }: CredentialRow) =>
  expiresAt !== null && expiresAt - Date.now() < EXPIRY_WARNED_BEFORE;
function stateOf(key: CredentialRow, all: readonly CredentialRow[]): string {
  const used = key.lastUsedAt === null ? 'Never used' : `Last used ${moment(key.lastUsedAt)}`;
  const until = key.expiresAt === null ? [] : [`expires ${moment(key.expiresAt)}`];
  const state = key.retired ? ['Retired'] : key.replaces !== null && !isFirst(key, all) ? ['Not in use yet'] : [];
  return [...state, used, ...until].join(' · ');
}

/** A passkey has a scheme of its own. */
const schemeText = ({ curve, scheme }: CredentialRow) => SCHEME_WORDS[scheme as StampScheme] ?? KEY_CURVE_WORDS[curve];
