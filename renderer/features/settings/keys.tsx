import { CopyIcon } from '../../parts/copy.tsx';
import { useSession } from '../../state/session.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Notice } from '../../ui/notice.tsx';
import { sentenceCase } from '../../words/labels.ts';
import { Section } from './section.tsx';

/** Where each key lives, and whether it could be copied from there. */
export function Keys() {
  const credentials = useSession((session) => session.credentials);
  const stores = useSession((session) => session.app?.stores) ?? [];
  return (
    <Section title="Keys" text="The keys that stamp your requests, and what keeps them.">
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
                <span className="caption faint">{credential.copying}</span>
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
