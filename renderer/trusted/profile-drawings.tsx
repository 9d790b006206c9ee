import type { ComparedMember, QuestionOf } from '../../shared/ipc/index.ts';
import { Bytes } from '../meaning/value.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';

/** Labels of the members that the operator knows by another name. */
const MEMBER_LABELS: Readonly<Record<string, string>> = { baseUrl: 'Service address', authUrl: 'Gateway address' };

/** The members that changed, each with its earlier value, or those that did not. */
function comparedFacts(members: readonly ComparedMember[], changed: boolean): Fact[] {
  return members
    .filter((member) => member.changed === changed)
    .flatMap(({ member, is, was }) => {
      const label = MEMBER_LABELS[member] ?? member;
      const now = { label: changed ? `${label} is` : label, value: <Bytes text={is} /> };
      return changed && was !== null ? [now, { label: `${label} was`, value: <Bytes text={was} /> }] : [now];
    });
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
        <Facts label="Changed" titled facts={comparedFacts(members, true)} />
        <Facts label="As confirmed before" titled facts={comparedFacts(members, false)} />
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
        <Facts label="Changed" titled facts={comparedFacts(members, true)} />
        <Facts label="Unchanged" titled facts={comparedFacts(members, false)} />
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
