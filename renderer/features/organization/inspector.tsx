import { selectOrganizationRow } from '../../state/route.ts';
import { ActMenu } from '../../ui/act-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { BytesPane } from '../../ui/bytes-pane.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Inspector } from '../../ui/place.tsx';
import { sentenceCase } from '../../words/labels.ts';
import { type Inspected, runAct, type SectionAct } from './section.ts';

/** Actions that are buttons of their own. */
const BUTTONS = 2;

interface RowInspectorProps {
  /** "user", as in "User details". */
  readonly kind: string;
  readonly inspected: Inspected;
  readonly acts: readonly SectionAct[];
}

/** The details and the actions of the selected row. */
export function RowInspector({ kind, inspected, acts }: RowInspectorProps) {
  const { title, under, notices, tables, texts = [] } = inspected;
  const more = acts.slice(BUTTONS);
  return (
    <Inspector
      label={`${sentenceCase(kind)} details`}
      title={title}
      under={under}
      onClose={() => selectOrganizationRow(null)}
      actions={
        acts.length === 0 ? undefined : (
          <>
            {acts.slice(0, BUTTONS).map((act) => (
              <Button key={act.label} onClick={() => runAct(act)}>
                {act.label}
              </Button>
            ))}
            {more.length === 0 ? null : (
              <ActMenu label="More actions" acts={more.map((act) => ({ label: act.label, run: () => runAct(act) }))} />
            )}
          </>
        )
      }
    >
      {notices}
      {texts.map(({ label, text }) => (
        <BytesPane key={label} label={label} text={text} />
      ))}
      {tables
        .filter(({ facts }) => facts.length > 0)
        .map(({ title: name, facts }) => (
          <Facts key={name} label={name} titled facts={facts} />
        ))}
    </Inspector>
  );
}
