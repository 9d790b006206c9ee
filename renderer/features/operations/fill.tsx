import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { FormFields } from '../../form/form-fields.tsx';
import type { Problems } from '../../form/values.ts';
import { organizationRefresh } from '../../state/organization.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/choices.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Entry } from './catalog.ts';
import { filledIn, NO_OBJECT, otherWay, useOperationDraft } from './draft.ts';
import { namesProblem } from './names-problem.ts';
import { pickersFor } from './pickers.tsx';

export interface Fill {
  /** The controls. */
  readonly fields: ReactNode;
  /** The button that starts over. */
  readonly clear: ReactNode;
  /** The parameters, or null and the problems are shown. */
  readonly read: () => Readonly<Record<string, unknown>> | null;
  readonly discard: () => void;
}

/** Edits an operation's parameters in the declared form or as JSON. A button converts one to the other. */
export function useFill(entry: Entry): Fill {
  const { draft, change, discard } = useOperationDraft(entry);
  const [problems, setProblems] = useState<Problems>({});
  const names = useNames(entry);
  const changeWay = () => {
    const other = otherWay(entry, draft);
    if (isPaths(other)) setProblems(Object.fromEntries(other.map((path) => [path, noField(path)])));
    else {
      setProblems({});
      change(other);
    }
  };
  const whole = draft.as === 'json' ? Object.entries(problems).map(withPath).join(' ') : problems[''];
  return {
    fields:
      entry.fields.length === 0 ? (
        <p className="soft">There is nothing to fill in.</p>
      ) : (
        <>
          <div className="operation-way">
            <Segments
              label="Fill in as"
              value={draft.as}
              choices={[
                { value: 'form', label: 'Form' },
                { value: 'json', label: 'JSON' },
              ]}
              onChange={changeWay}
            />
          </div>
          <div className="operation-fields">
            {draft.as === 'form' ? (
              <>
                {whole === undefined ? null : <Notice tone="danger" title={whole} loud />}
                {names.note}
                <FormFields
                  fields={entry.fields}
                  values={draft.values}
                  problems={problems}
                  overrides={names.pickers}
                  onChange={(values) => change({ as: 'form', values })}
                />
              </>
            ) : (
              <TextArea
                label="Parameters"
                rows={12}
                value={draft.text}
                problem={whole === '' ? undefined : whole}
                onChange={(event) => change({ as: 'json', text: event.target.value })}
              />
            )}
          </div>
        </>
      ),
    clear:
      entry.fields.length === 0 ? null : (
        <Button
          onClick={() => {
            setProblems({});
            discard();
          }}
        >
          Clear the form
        </Button>
      ),
    read() {
      const { parameters, problems: found } = filledIn(entry, draft);
      setProblems(found ?? {});
      return parameters;
    },
    discard,
  };
}

/** The pickers of a form, and a note while they cannot name things. */
function useNames({ fields }: Entry) {
  const organization = useAnswer('organization.get', {}, 'organization.changed');
  const refresh = organizationRefresh.use();
  const { answer: content } = organization;
  const pickers = useMemo(() => pickersFor(fields, content), [fields, content]);
  const hasPickers = Object.keys(pickers).length > 0;
  const isUnread = hasPickers && content?.parts.users.readAt === null;
  useEffect(() => {
    if (isUnread) void organizationRefresh.start({});
  }, [isUnread]);
  const again = () => (content === null ? organization.again() : void organizationRefresh.start({}));
  const problem = hasPickers ? namesProblem(organization, refresh) : null;
  const note =
    problem === null ? null : problem.isBusy ? (
      <p className="soft" role="status">
        {problem.text}
      </p>
    ) : (
      <Notice tone="plain" title={problem.text} action={<Button onClick={again}>Read names</Button>} />
    );
  return { pickers, note };
}

const isPaths = (other: ReturnType<typeof otherWay>): other is readonly string[] => Array.isArray(other);

const noField = (path: string): string => (path === '' ? NO_OBJECT : 'The form has no field for this value.');

const withPath = ([path, problem]: [string, string]): string => (path === '' ? problem : `${path}: ${problem}`);
