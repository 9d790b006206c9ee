import { useCallback, useEffect, useRef } from 'react';
import type { ActivityRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { Freshness } from '../../parts/freshness.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { usePreferences } from '../../state/preferences.ts';
import { go, selectActivity, setSearch, useRoute } from '../../state/route.ts';
import type { PageQuestion } from '../../state/rows.ts';
import { useRows } from '../../state/use-rows.ts';
import { useSelection } from '../../state/use-selection.ts';
import { activitiesRefresh, useWork } from '../../state/work.ts';
import { Button } from '../../ui/button.tsx';
import { Grid } from '../../ui/grid.tsx';
import { Empty, ListColumn, Place } from '../../ui/place.tsx';
import { count } from '../../words/number.ts';
import './activities.css';
import { COLUMNS } from './columns.tsx';
import { ActivityInspector } from './inspector.tsx';

const load = (question: PageQuestion) => call('activities.list', question);
const selectRow = (row: ActivityRow) => selectActivity(row.activityId);

/** What the organization did and is doing, newest first. */
export function Activities() {
  const activityId = useRoute((route) => route.activityId);
  const search = useRoute((route) => route.search.activities);
  const rowHeight = usePreferences((preferences) => (preferences.rows === 'compact' ? 28 : 36));
  const { total, refreshedAt, problem, list } = useRows(load, 'activities.changed', search);
  const { running } = useWork(activitiesRefresh);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => void activitiesRefresh.start({}), []);

  const view = useCallback((first: number, last: number) => list.view(first, last), [list]);
  const { active, select } = useSelection(
    list,
    activityId === null ? null : (row) => row.activityId === activityId,
    selectRow,
  );
  const isEmpty = total === 0;
  return (
    <Place
      title="Activities"
      tools={
        <SearchField
          label="Search activities"
          value={search}
          onChange={(text) => setSearch('activities', text)}
          onLeave={() => {
            if (activityId === null) select(0);
            frame.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
          }}
        />
      }
    >
      <div ref={frame} className="list-frame">
        <ListColumn
          status={
            <>
              <span role="status">
                {total === null
                  ? ''
                  : search !== ''
                    ? `${count(total)} found`
                    : `${count(total)} ${total === 1 ? 'activity' : 'activities'}`}
              </span>
              <Freshness what="activities" work={activitiesRefresh} refreshedAt={refreshedAt} />
            </>
          }
        >
          {problem === null ? null : (
            <div className="list-problem">
              <Problem error={problem} action={<Button onClick={() => list.invalidate()}>Try again</Button>} />
            </div>
          )}
          {isEmpty && search === '' && !running ? (
            <Empty
              title="No activities yet. Everything you submit is listed here."
              action={<Button onClick={() => go('sign')}>Sign a message</Button>}
            />
          ) : null}
          {isEmpty && search !== '' ? (
            <Empty
              title={`No activity matches “${search}”.`}
              action={<Button onClick={() => setSearch('activities', '')}>Show all activities</Button>}
            />
          ) : null}
          {isEmpty ? null : (
            <Grid
              label="Activities"
              layout="activities"
              columns={COLUMNS}
              count={total ?? 0}
              rowAt={(index) => list.rowAt(index)}
              rowHeight={rowHeight}
              active={active}
              onActive={select}
              onView={view}
            />
          )}
        </ListColumn>
      </div>
      {activityId === null ? null : <ActivityInspector key={activityId} activityId={activityId} />}
    </Place>
  );
}
