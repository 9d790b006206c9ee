import type { JobOutput } from '../../../shared/ipc/index.ts';
import { Facts } from '../../ui/facts.tsx';
import { Visible } from '../../ui/visible.tsx';

type Row = JobOutput<'moves.run'>['rows'][number];

/** Lists, by name, the parts that the operator makes again at the other service. */
export function NotMoved({ row: { notMoved }, title }: { readonly row: Row; readonly title: string }) {
  const listed = [
    { label: 'Policies', names: notMoved.policies },
    { label: 'Policies about other keys', names: notMoved.otherPolicies },
    { label: 'Tags', names: notMoved.tags },
    { label: 'Rights of users', names: notMoved.users },
    { label: 'Webhooks', names: notMoved.webhooks },
    { label: 'Velocity controls', names: notMoved.velocityControls },
    { label: 'MFA policies', names: notMoved.mfaPolicies },
    { label: 'IP allowlist', names: notMoved.ipRanges },
    { label: 'Not read from the service', names: notMoved.unread },
  ];
  const facts = [
    ...listed
      .filter(({ names }) => names.length > 0)
      .map(({ label, names }) => ({ label, value: <Visible text={names.join(', ')} /> })),
    ...(notMoved.exportedBefore === false
      ? []
      : [
          {
            label: 'Mark',
            value:
              notMoved.exportedBefore === null
                ? 'Exported, maybe only by an earlier run of this move'
                : 'Exported before this move',
          },
        ]),
  ];
  if (facts.length === 0) return null;
  return <Facts label={title} titled facts={facts} />;
}
