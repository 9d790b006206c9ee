import type { ActivityRow } from '../../../shared/model/index.ts';
import { ShortAddress } from '../../ui/address.tsx';
import type { Column } from '../../ui/grid.tsx';
import { Badge } from '../../ui/notice.tsx';
import { activityStatus } from '../../words/status.ts';
import { shortMoment } from '../../words/time.ts';

export function StatusBadge({ status }: { readonly status: string }) {
  const { label, tone } = activityStatus(status);
  return <Badge tone={tone}>{label}</Badge>;
}

export const COLUMNS: readonly Column<ActivityRow>[] = [
  { key: 'title', title: 'Activity', cell: (activity) => <span title={activity.type}>{activity.title}</span> },
  {
    key: 'summary',
    title: 'Summary',
    soft: true,
    cell: ({ summary, summaryKind }) =>
      summaryKind === 'address' ? <ShortAddress text={summary} /> : <span title={summary}>{summary}</span>,
  },
  { key: 'status', title: 'Status', cell: (activity) => <StatusBadge status={activity.status} /> },
  { key: 'created', title: 'Created', soft: true, end: true, cell: (activity) => shortMoment(activity.createdAt) },
];
