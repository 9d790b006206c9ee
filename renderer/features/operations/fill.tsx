import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { FormFields } from '../../form/form-fields.tsx';
import type { Problems } from '../../form/values.ts';
import { organizationRefresh } from '../../state/organization.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { webhooksRefresh } from '../../state/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/choices.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Entry } from './catalog.ts';
import { filledIn, NO_OBJECT, type OperationDraft, otherWay, useOperationDraft } from './draft.ts';
import { namesProblem } from './names-problem.ts';
import { NAMED } from './picker-kinds.ts';
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
  const names = useNames(entry, draft);
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
function useNames({ fields }: Entry, draft: OperationDraft) {
  const { answer: content, ...organization } = useAnswer('organization.get', {}, 'organization.changed');
  const { answer: hooks, ...webhooks } = useAnswer('webhooks.get', {}, 'webhooks.changed');
  const organizationId = draft.as === 'form' ? draft.values.organizationId : undefined;
  const isElsewhere = organizationId !== undefined && organizationId !== '' && organizationId !== content?.id;
  const endpoints = hooks?.endpoints ?? null;
  const pickers = useMemo(
    () => pickersFor(fields, content, { endpoints, isElsewhere }),
    [fields, content, endpoints, isElsewhere],
  );
  const members = Object.keys(pickers).map((path) => path.replace(/\.\*$/, '').split('.').at(-1) ?? '');
  const ofWebhooks = members.some((name) => isOfWebhooks(name));
  const ofOrganization = members.some((name) => Object.hasOwn(NAMED, name) && !isOfWebhooks(name));
  const readAt = content?.parts.users.readAt;
  const problems = [
    useRead(ofOrganization, { ...organization, answer: readAt === undefined ? null : { readAt } }, organizationRefresh),
    useRead(ofWebhooks, { ...webhooks, answer: hooks }, webhooksRefresh),
  ];
  const [problem] = problems.filter((each) => each !== null);
  const note = isElsewhere ? (
    <p className="soft">The names are those of this organization. Type the ids of another organization.</p>
  ) : problem === undefined ? null : problem.isBusy ? (
    <p className="soft" role="status">
      {problem.text}
    </p>
  ) : (
    <Notice tone="plain" title={problem.text} action={<Button onClick={problem.again}>Read names</Button>} />
  );
  return { pickers, note };
}

interface KnownCopy {
  readonly answer: { readonly readAt: number | null } | null;
  readonly busy: boolean;
  readonly again: () => void;
}

/** Has the service read for the first time when a form is about these things. Returns the problem, or null for none. */
function useRead(isAbout: boolean, copy: KnownCopy, refresh: typeof organizationRefresh | typeof webhooksRefresh) {
  const service = refresh.use() as Parameters<typeof namesProblem>[1];
  const isUnread = isAbout && copy.answer?.readAt === null;
  useEffect(() => {
    if (isUnread) void refresh.start({});
  }, [isUnread, refresh]);
  const problem = isAbout ? namesProblem(copy, service) : null;
  return problem === null
    ? null
    : { ...problem, again: () => (copy.answer === null ? copy.again() : void refresh.start({})) };
}

const isOfWebhooks = (name: string) => ['endpoints', 'deliveries'].includes(NAMED[name]?.[0] ?? '');

const isPaths = (other: ReturnType<typeof otherWay>): other is readonly string[] => Array.isArray(other);

const noField = (path: string): string => (path === '' ? NO_OBJECT : 'The form has no field for this value.');

const withPath = ([path, problem]: [string, string]): string => (path === '' ? problem : `${path}: ${problem}`);
