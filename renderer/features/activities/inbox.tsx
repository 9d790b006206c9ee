import { useState } from 'react';
import type { WaitingRow } from '../../../shared/model/index.ts';
import { shortHeadline } from '../../meaning/meaning.tsx';
import { List } from '../../parts/list.tsx';
import { useClock } from '../../state/clock.ts';
import { activitiesList, inboxList } from '../../state/lists.ts';
import { openDialog, selectActivity, useRoute } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/grid.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { shorten } from '../../words/address.ts';
import { span } from '../../words/time.ts';
import './activities.css';
import { ActivityInspector } from './inspector.tsx';

const COLUMNS: readonly Column<WaitingRow>[] = [
  {
    key: 'headline',
    title: 'What it asks for',
    cell: ({ headline, addresses }) => <Visible text={shortHeadline(headline, new Set(addresses))} />,
  },
  {
    key: 'by',
    title: 'Asked by',
    soft: true,
    cell: ({ askedBy }) =>
      askedBy === null ? (
        <span className="faint">not shown</span>
      ) : (
        (askedBy.name ?? <span className="mono">{shorten(askedBy.userId)}</span>)
      ),
  },
  { key: 'votes', title: 'Votes', soft: true, cell: ({ approvals }) => `${approvals} for it` },
  { key: 'since', title: 'Waiting', soft: true, end: true, cell: ({ createdAt }) => <Since then={createdAt} /> },
  { key: 'expires', title: 'Expires', soft: true, end: true, cell: ({ expiresAt }) => <Expires at={expiresAt} /> },
];

function Since({ then }: { readonly then: number | null }) {
  const now = useClock((clock) => clock.now);
  return then === null ? null : span(now - then);
}

/** When its approvals count no more. */
function Expires({ at }: { readonly at: number | null }) {
  const now = useClock((clock) => clock.now);
  if (at === null) return null;
  return at <= now ? <Badge tone="care">lapsed</Badge> : `in ${span(at - now)}`;
}

/** The activities that wait for this operator's vote. The inspector shows the whole activity and the vote button. */
export function Inbox({ title }: { readonly title: string }) {
  const activityId = useRoute((route) => route.activityId);
  const [chosen, choose] = useState<WaitingRow | null>(null);
  return (
    <List
      title={title}
      source={inboxList}
      columns={COLUMNS}
      isSelected={activityId === null ? null : (row) => row.activityId === activityId}
      onSelect={(row) => {
        choose(row);
        selectActivity(row.activityId);
      }}
      onOpen={() => {
        if (chosen?.activityId === activityId && chosen !== null)
          openDialog({ name: 'vote', fingerprint: chosen.fingerprint });
      }}
      empty={{
        title: 'Nothing waits for your vote.',
        action: <Button onClick={() => void activitiesList.refresh.start({})}>Check again</Button>,
      }}
      inspector={activityId === null ? null : <ActivityInspector key={activityId} activityId={activityId} />}
    />
  );
}
