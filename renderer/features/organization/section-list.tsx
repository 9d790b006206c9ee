import { type ReactNode, useEffect, useMemo } from 'react';
import type { Text } from '../../../shared/errors/index.ts';
import type { OrganizationContent, OrganizationPart, RowOrder } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { errorSentence } from '../../language/sentence.ts';
import { List } from '../../parts/list.tsx';
import { writeRows, writeShown } from '../../parts/selection.tsx';
import type { ListSource } from '../../state/lists.ts';
import { isMarked, type Marks, NO_MARKS, useMarks } from '../../state/marks.ts';
import { organizationRefresh } from '../../state/organization.ts';
import { ORGANIZATION_SECTIONS } from '../../state/organization-sections.ts';
import { useListView } from '../../state/preferences.ts';
import { go, selectOrganizationRow, useRoute } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';
import type { Refresh } from '../../state/work.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/grid.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { isSilent } from '../../words/freshness.ts';
import { age } from '../../words/time.ts';
import { tableOf } from './csv.ts';
import { RowInspector } from './inspector.tsx';
import { namesIn } from './names.ts';
import { OpenVotes } from './quorum/open-votes.tsx';
import { type AnySection, type Line, type Look, linesOf, runAct, type SectionRow } from './section.ts';

interface SectionListProps {
  readonly declared: AnySection;
  /** Null before the first answer of main. */
  readonly look: Look | null;
  /** The sections as a menu after the title. */
  readonly menu: ReactNode;
}

/** The rows of a section, its search and actions, and the details of the selected row. */
export function SectionList({ declared, look, menu }: SectionListProps) {
  const { name, part, csv, refresh = organizationRefresh } = declared;
  const layout = `organization-${name}`;
  const { order } = useListView(layout);
  const { title } = ORGANIZATION_SECTIONS[name];
  const id = useRoute((route) => route.organizationRow);
  const search = useRoute((route) => route.search.organization ?? '');
  const source = useMemo(() => sourceOf(declared), [declared]);
  const columns = useMemo(() => declared.columns.map(overLines), [declared]);
  useEffect(() => {
    if (refresh !== organizationRefresh) void refresh.start({});
  }, [refresh]);

  const rows = useMemo(() => (look === null ? [] : declared.rows(look)), [declared, look]);
  const selected = rows.find((row) => row.id === id) ?? null;
  const primary = look === null ? null : declared.primary(look);
  const isActWanted = useRoute((route) => route.isActWanted);
  useEffect(() => {
    if (!isActWanted || primary === null) return;
    useRoute.setState({ isActWanted: false });
    runAct(primary);
  }, [isActWanted, primary]);
  const state = look?.content.parts[part] ?? null;
  const add =
    primary === null ? null : (
      <Button icon="plus" data-act="true" onClick={() => runAct(primary)}>
        {primary.label}
      </Button>
    );
  return (
    <List
      title={title}
      source={source}
      columns={columns}
      layout={layout}
      menu={menu}
      isRefreshed
      headingOf={headingOf}
      isSelected={id === null ? null : (line) => 'row' in line && line.row.id === id}
      onSelect={(line) => 'row' in line && selectOrganizationRow(line.row.id)}
      actsOf={(line) =>
        'row' in line && look !== null
          ? declared.acts(line.row, look).map((act) => ({ label: act.label, run: () => runAct(act) }))
          : []
      }
      onDeselect={() => selectOrganizationRow(null)}
      pinned={
        <>
          {state?.problem == null || look === null ? null : (
            <PartNotice {...{ title, state, refresh }} problem={state.problem} now={look.now} />
          )}
          {look === null ? null : declared.pinned?.(rows, look, search)}
          {look === null ? null : <OpenVotes content={look.content} />}
        </>
      }
      actions={
        <>
          {look === null ? null : (
            <Button
              icon="export"
              onClick={() =>
                void (csv === undefined
                  ? writeShown(name, tableOf(declared, look, search, order))
                  : writeRows(csv, search, order, null))
              }
            >
              Export CSV
            </Button>
          )}
          {add}
        </>
      }
      {...(csv === undefined
        ? {}
        : { onExport: (marks: Marks, by: RowOrder | null) => void writeRows(csv, search, by, marks) })}
      markedAction={look === null ? null : <OnSelected {...{ declared, look, search, order }} />}
      empty={{ title: declared.empty, action: add }}
      inspector={
        selected === null || look === null ? null : (
          <RowInspector
            key={selected.id}
            kind={declared.one}
            inspected={declared.inspect(selected, look)}
            acts={declared.acts(selected, look)}
          />
        )
      }
    />
  );
}

interface OnSelectedProps {
  readonly declared: AnySection;
  readonly look: Look;
  readonly search: string;
  readonly order: RowOrder | null;
}

/** The action of the section on its selected rows. Rows that a search hides keep their selection, and are among them. */
function OnSelected({ declared, look, search, order }: OnSelectedProps) {
  const marks = useMarks((all) => all.organization ?? NO_MARKS);
  const { lines } = linesOf(declared, look, marks.allBut ? search : '', order);
  const rows = lines.flatMap((line) => ('row' in line && isMarked(marks, line.row.id) ? [line.row] : []));
  const act = declared.onSelected?.(rows);
  if (act === undefined) return null;
  return (
    <>
      {act.refusal === null ? null : <span role="status">{act.refusal}</span>}
      <Button kind="primary" disabled={rows.length === 0 || act.refusal !== null} onClick={() => runAct(act)}>
        {act.label}
      </Button>
    </>
  );
}

interface PartNoticeProps {
  readonly title: string;
  readonly state: OrganizationContent['parts'][OrganizationPart];
  readonly problem: Text;
  readonly refresh: Refresh;
  readonly now: number;
}

/** Says why rows are missing, or from when they are. The frame says it of a service without usable replies. */
function PartNotice({ title, state: { readAt, isCut }, problem, refresh, now }: PartNoticeProps) {
  const isShownElsewhere = useSession(({ app }) => app === null || isSilent(app.service.state));
  if (isShownElsewhere && isCut !== true) return null;
  return (
    <div className="list-problem">
      {isCut === true ? (
        <Notice
          tone="care"
          title={`${title}: not all were read`}
          action={<Button onClick={() => go('operations')}>All operations</Button>}
        >
          {errorSentence(problem)}
        </Notice>
      ) : (
        <Notice
          tone="care"
          title={`${title} could not be read`}
          // Rows that were never read have their button below.
          action={readAt === null ? undefined : <Button onClick={() => void refresh.start({})}>Try again</Button>}
        >
          {errorSentence(problem)} {readAt === null ? 'Nothing is shown.' : `The rows are from ${age(readAt, now)}.`}
        </Notice>
      )}
    </div>
  );
}

/** The rows of a section are few, so the page searches them. */
function sourceOf(declared: AnySection): ListSource<Line<SectionRow>> {
  const { one, many, part, orders = {}, filters = {}, refresh = organizationRefresh } = declared;
  return {
    place: 'organization',
    ...(declared.onSelected === undefined
      ? {}
      : { idOf: (line: Line<SectionRow>) => ('row' in line ? line.row.id : null) }),
    one,
    many,
    refresh,
    orders: Object.keys(orders),
    filters: Object.keys(filters),
    async load({ search, offset, limit, order = null }) {
      const content = await call('organization.get', {});
      await declared.prepare?.(content);
      const look = { content, names: namesIn(content), now: Date.now() };
      const { lines, found } = linesOf(declared, look, search, order);
      const { readAt } = content.parts[part];
      return { rows: lines.slice(offset, offset + limit), total: lines.length, found, refreshedAt: readAt };
    },
    changed: 'organization.changed',
  };
}

/** A column of rows. It is empty in a heading. */
const overLines = (column: Column<SectionRow>): Column<Line<SectionRow>> => ({
  ...column,
  cell: (line) => ('row' in line ? column.cell(line.row) : null),
});

function headingOf(line: Line<SectionRow>): ReactNode {
  if ('row' in line) return null;
  const { number, heading, note } = line;
  return (
    <span className="organization-heading">
      {number === undefined ? null : <span className="faint">{number}</span>}
      <strong>{heading}</strong>
      {note === undefined ? null : (
        <span className="soft caption">
          <Visible text={note} />
        </span>
      )}
    </span>
  );
}
