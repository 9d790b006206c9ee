import type { CredentialRow } from '../../../shared/model/index.ts';
import { CopyIcon } from '../../parts/copy.tsx';
import { useSession } from '../../state/session.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Notice } from '../../ui/notice.tsx';
import { sentenceCase } from '../../words/labels.ts';
import { Section } from './section.tsx';

const STORE_WORDS: Readonly<Record<CredentialRow['store'], string>> = {
  keychain: 'Copied only by programs that you let into the keychain',
  file: 'Can be copied with the file; useless without the passphrase',
};

/** Where each key lives, and whether it could be copied from there. */
export function Keys() {
  const credentials = useSession((session) => session.credentials);
  const keychain = useSession((session) => session.app?.stores.keychain);
  const isNeeded = credentials.some((credential) => credential.store === 'keychain');
  return (
    <Section title="Keys" text="The keys that stamp your requests, and what keeps them.">
      {isNeeded && keychain !== undefined && !keychain.available && keychain.problem !== null ? (
        <Notice tone="care" title={keychain.problem.title}>
          {keychain.problem.message}
        </Notice>
      ) : null}
      <table className="settings-table" aria-label="Keys">
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Kept in</th>
            <th scope="col">Public key</th>
          </tr>
        </thead>
        <tbody>
          {credentials.map((credential) => (
            <tr key={credential.credentialId}>
              <td>
                {credential.name}
                <br />
                <span className="caption faint">Profile {credential.profile}</span>
              </td>
              <td>
                {sentenceCase(credential.backend)}
                <br />
                <span className="caption faint">{STORE_WORDS[credential.store]}</span>
              </td>
              <td>
                <ShortAddress text={credential.publicKey} />
                <CopyIcon what="Public key" text={credential.publicKey} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
