import { type ReactNode, useState } from 'react';
import { FormFields } from '../../form/form-fields.tsx';
import type { Problems } from '../../form/values.ts';
import { useNames } from '../../request/use-names.tsx';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/choices.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Entry } from './catalog.ts';
import { filledIn, NO_OBJECT, otherWay, useOperationDraft } from './draft.ts';

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
  const names = useNames(entry.fields, draft.as === 'form' ? draft.values : null);
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

const isPaths = (other: ReturnType<typeof otherWay>): other is readonly string[] => Array.isArray(other);

const noField = (path: string): string => (path === '' ? NO_OBJECT : 'The form has no field for this value.');

const withPath = ([path, problem]: [string, string]): string => (path === '' ? problem : `${path}: ${problem}`);
