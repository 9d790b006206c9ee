import { useEffect, useMemo } from 'react';
import { CopyIcon } from '../../parts/copy.tsx';
import { useClock } from '../../state/clock.ts';
import { organizationRefresh } from '../../state/organization.ts';
import {
  ORGANIZATION_GROUPS,
  ORGANIZATION_SECTIONS,
  type OrganizationSection,
} from '../../state/organization-sections.ts';
import { type OrganizationPage, showOrganizationPage, showSection, useRoute } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { SecondLevel, type SecondLevelGroup, SecondLevelMenu } from '../../ui/second-level.tsx';
import { Visible } from '../../ui/visible.tsx';
import { AccessPage } from './access/access-page.tsx';
import { ChooseUser } from './choose-user.tsx';
import { LeavingPage } from './leaving/leaving-page.tsx';
import { LimitPage } from './limit/limit-page.tsx';
import { namesIn } from './names.ts';
import './organization.css';
import { worded } from '../../language/worded.ts';
import { inSentence } from '../../words/labels.ts';
import { PolicyPage } from './policy/policy-page.tsx';
import { QuorumPage } from './quorum/quorum-page.tsx';
import { isReachable, quorumWords } from './quorum/quorum-rules.ts';
import type { Look } from './section.ts';
import { SectionList } from './section-list.tsx';
import { SECTIONS } from './sections/index.ts';

const onSelect = (name: OrganizationSection) => showSection(name);

/** The users and the rules of the organization: its sections on the left, the rows of one of them beside. */
export function Organization({ title }: { readonly title: string }) {
  const name = useRoute((route) => route.organizationSection);
  const page = useRoute((route) => route.organizationPage);
  const now = useClock((clock) => clock.now);
  const { answer: content } = useAnswer('organization.get', {}, 'organization.changed');
  useEffect(() => void organizationRefresh.start({}), []);
  // The words of a hundred policies are made anew only when the rows or the time changed.
  const look: Look | null = useMemo(
    () => (content === null ? null : { content, names: namesIn(content), now }),
    [content, now],
  );
  const groups = useMemo(() => groupsOf(look), [look]);
  if (page !== null && look !== null) return <Page page={page} look={look} />;
  return (
    <div className="organization">
      <SecondLevel
        label={`Sections of ${inSentence(title)}`}
        head={look === null ? null : <Head look={look} />}
        groups={groups}
        current={name}
        onSelect={onSelect}
      />
      <SectionList
        key={name}
        declared={SECTIONS[name]}
        look={look}
        menu={<SecondLevelMenu label="Sections" groups={groups} current={name} onSelect={onSelect} />}
      />
    </div>
  );
}

function Page({ page, look }: { readonly page: OrganizationPage; readonly look: Look }) {
  switch (page.name) {
    case 'policy':
      return <PolicyPage key={page.id} policyId={page.id} look={look} />;
    case 'access':
      if (page.id !== null) return <AccessPage key={page.id} userId={page.id} look={look} />;
      return (
        <ChooseUser
          title="Check access"
          users={look.content.users}
          onChoose={(id) => showOrganizationPage({ name: 'access', id })}
        />
      );
    case 'limit':
      return <LimitPage key={page.id} limitId={page.id} isBinding={page.isBinding} look={look} />;
    case 'leaving':
      return <LeavingPage userId={page.id} look={look} />;
    case 'quorum':
      return look.content.quorum === null ? null : (
        <QuorumPage key={page.without} look={look} today={look.content.quorum} without={page.without} />
      );
  }
}

/** The name, the quorum and the id of the organization. */
function Head({ look: { content } }: { readonly look: Look }) {
  const { id, name, quorum } = content;
  return (
    <>
      <h2 className="organization-name">
        <Visible text={name === '' ? 'Organization' : name} />
      </h2>
      {quorum === null ? null : (
        <p className={isReachable(quorum) ? 'caption soft' : 'caption tone-care-text'}>Quorum {quorumWords(quorum)}</p>
      )}
      <p className="organization-id caption soft">
        <ShortAddress text={id} />
        <CopyIcon what="Organization id" text={id} />
      </p>
    </>
  );
}

function groupsOf(look: Look | null): readonly SecondLevelGroup<OrganizationSection>[] {
  return Object.entries(ORGANIZATION_GROUPS).map(([title, names]) => ({
    title: worded(title),
    sections: names.map((name) => ({ name, title: ORGANIZATION_SECTIONS[name].title, count: countOf(name, look) })),
  }));
}

/** The number of rows of a section. Null before its first read, and for the quorum, whose head says it. */
function countOf(name: OrganizationSection, look: Look | null): number | null {
  const declared = SECTIONS[name];
  if (look === null || name === 'quorum' || look.content.parts[declared.part].readAt === null) return null;
  return declared.rows(look).length;
}
