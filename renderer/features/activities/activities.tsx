import type { ActivityRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { List } from '../../parts/list.tsx';
import { go, selectActivity, useRoute } from '../../state/route.ts';
import type { PageQuestion } from '../../state/rows.ts';
import { activitiesRefresh } from '../../state/work.ts';
import { Button } from '../../ui/button.tsx';
import './activities.css';
import { COLUMNS } from './columns.tsx';
import { ActivityInspector } from './inspector.tsx';

const load = (question: PageQuestion) => call('activities.list', question);
const selectRow = (row: ActivityRow) => selectActivity(row.activityId);

/** What the organization did and is doing, newest first. */
export function Activities({ title }: { readonly title: string }) {
  const activityId = useRoute((route) => route.activityId);
  return (
    <List
      title={title}
      place="activities"
      one="activity"
      many="activities"
      columns={COLUMNS}
      load={load}
      changed="activities.changed"
      refresh={activitiesRefresh}
      isSelected={activityId === null ? null : (row) => row.activityId === activityId}
      onSelect={selectRow}
      empty={{
        title: 'No activities yet. Everything you submit is listed here.',
        action: <Button onClick={() => go('sign')}>Sign a message</Button>,
      }}
      inspector={activityId === null ? null : <ActivityInspector key={activityId} activityId={activityId} />}
    />
  );
}
