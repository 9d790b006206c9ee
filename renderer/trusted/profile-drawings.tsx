import type { ComparedMember, QuestionOf } from '../../shared/ipc/index.ts';
import { inQuotes } from '../../shared/model/index.ts';
import { Bytes } from '../meaning/value.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { Visible } from '../ui/visible.tsx';
import { counted } from '../words/number.ts';

/** Labels of the members that the operator knows by another name. */
const MEMBER_LABELS: Readonly<Record<string, string>> = {
  kind: 'Kind',
  baseUrl: 'Service address',
  authUrl: 'Gateway address',
  organizationId: 'Organization id',
  organizationName: 'Organization name',
  signerKey: 'Signer key',
  notarizerKey: 'Notarizer key',
  fetcherKey: 'Fetcher key',
  authProxyConfigId: 'Gateway configuration',
  keepServing: 'Serves while locked',
  blindSigning: 'Blind signing',
  asksToSign: 'Asks to sign',
  masterKeyOn: 'Master key on',
  keys: 'Keys',
  hue: 'Colour',
};

const labelOf = ({ member }: ComparedMember): string => MEMBER_LABELS[member] ?? member;

/** The changed members with their earlier values, then the others. */
function Compared({ members }: { readonly members: readonly ComparedMember[] }) {
  return (
    <>
      {members
        .filter(({ changed }) => changed)
        .map((member) => (
          <Facts
            key={member.member}
            label={labelOf(member)}
            titled
            facts={[
              { label: 'New', value: <Bytes text={member.is} /> },
              ...(member.was === null ? [] : [{ label: 'Before', value: <Bytes text={member.was} /> }]),
            ]}
          />
        ))}
      {members.every(({ changed }) => changed) ? null : (
        <Facts
          label="Unchanged"
          titled
          facts={members
            .filter(({ changed }) => !changed)
            .map((member) => ({ label: labelOf(member), value: <Bytes text={member.is} /> }))}
        />
      )}
    </>
  );
}

/** Draws the questions about profiles. */
export const PROFILE_DRAWINGS = {
  confirmProfile: ({ profile, members }: QuestionOf<'confirmProfile'>) => ({
    headline: `Use ${profile.name} as it is now`,
    body: (
      <>
        <Notice tone="danger" title="It was changed outside Castellan" loud>
          Nothing is sent, signed or opened with it until you confirm it. If you did not change it, somebody else did.
        </Notice>
        <Compared members={members} />
      </>
    ),
    no: 'Don’t use it',
    yes: 'Confirm profile',
    danger: true,
  }),
  moveProfile: ({ profile, members }: QuestionOf<'moveProfile'>) => ({
    headline: `Change the address of ${profile.name}`,
    body: (
      <>
        <Notice tone="care" title="Requests go to this address then">
          The organization, the keys and the pinned keys of the service stay. Cached accounts and history are read
          again.
        </Notice>
        <Compared members={members} />
      </>
    ),
    no: 'Keep address',
    yes: 'Change address',
  }),
  acceptName: ({ profile, members }: QuestionOf<'acceptName'>) => ({
    headline: `Accept a new name for the organization of ${profile.name}`,
    body: (
      <>
        <Notice tone="care" title="The name is the service’s own">
          Ask an administrator of the organization about the change. The organization id stays.
        </Notice>
        <Compared members={members} />
      </>
    ),
    no: 'Keep name',
    yes: 'Accept name',
  }),
  moveKeys: ({ profile, to, moved }: QuestionOf<'moveKeys'>) => ({
    headline: `Move ${moved.length === 1 ? inQuotes(moved[0]?.name ?? '') : `${moved.length} keys`} to ${to.name}`,
    body: (
      <>
        <Notice
          tone="danger"
          title={`The service of ${to.name} will hold ${moved.length === 1 ? 'this key' : 'these keys'} too`}
          loud
        >
          Only that service can open what {profile.name} sends. Nothing is deleted at {profile.name}. You confirm each
          request after this.
        </Notice>
        <Facts
          label="To"
          titled
          facts={[
            { label: 'Profile', value: <Visible text={to.name} /> },
            { label: 'Service address', value: <Bytes text={to.baseUrl ?? 'on this machine'} /> },
            { label: 'Organization', value: <Bytes text={to.organizationId} /> },
          ]}
        />
        <Facts
          label="Moved"
          titled
          facts={moved.map(({ kind, name, addresses }) => ({
            label: kind === 'wallet' ? 'Wallet' : 'Private key',
            value: <Visible text={`${inQuotes(name)}, ${counted(addresses, 'address', 'addresses')}`} />,
          }))}
        />
        {profile.kind === 'local' ? null : (
          <p className="soft">The names are the word of the service of {profile.name}. Nothing here proves them.</p>
        )}
      </>
    ),
    no: 'Don’t move',
    yes: 'Move',
    danger: true,
  }),
  removeProfile: ({ profile }: QuestionOf<'removeProfile'>) => ({
    headline: `Remove ${profile.name}`,
    body: (
      <>
        <p>
          The profile, its key and its cached accounts are removed from this machine. The organization at the service
          stays as it is.
        </p>
        <Notice tone="care" title="The key cannot be brought back">
          Make sure that somebody else can still reach this organization.
        </Notice>
      </>
    ),
    no: 'Keep profile',
    yes: 'Remove profile',
    danger: true,
  }),
};
