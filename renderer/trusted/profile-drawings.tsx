import type { ComparedMember, QuestionOf } from '../../shared/ipc/index.ts';
import { Bytes } from '../meaning/value.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';

/** Labels of the members that the operator knows by another name. */
const MEMBER_LABELS: Readonly<Record<string, string>> = {
  kind: 'Kind',
  baseUrl: 'Service address',
  authUrl: 'Gateway address',
  organizationId: 'Organization id',
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
      <Facts
        label="Unchanged"
        titled
        facts={members
          .filter(({ changed }) => !changed)
          .map((member) => ({ label: labelOf(member), value: <Bytes text={member.is} /> }))}
      />
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
