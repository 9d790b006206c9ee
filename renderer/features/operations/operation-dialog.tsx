import { useEffect, useMemo, useState } from 'react';
import { checkValue } from '../../../shared/operations/index.ts';
import { FormFields, type Overrides } from '../../form/form-fields.tsx';
import { type FormValues, type Problems, valuesOf } from '../../form/values.ts';
import type { Submitted } from '../../request/flow.ts';
import { pickersFor } from '../../request/pickers.tsx';
import { RequestDialog } from '../../request/request-dialog.tsx';
import { useRequest } from '../../request/use-request.ts';
import { createDraft } from '../../state/draft.ts';
import { accountsList, privateKeysList } from '../../state/lists.ts';
import { factorsRefresh, organizationRefresh } from '../../state/organization.ts';
import { type AskedOperation, closeDialog, go } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { webhooksRefresh } from '../../state/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ENTRIES } from './catalog.ts';
import { changedFrom, filledIn } from './draft.ts';
import './operations.css';

/** Drafts by the title of the request and its known parameters. */
const useDrafts = createDraft<Readonly<Record<string, FormValues>>>({}, 'operation-dialog');

/** A request whose known parameters are filled in, in a dialog: its form, the answer in main's window, the outcome. */
export function OperationDialog({ asked }: { readonly asked: AskedOperation }) {
  const { title, operation, values: given, fixed, about } = asked;
  const entry = ENTRIES.find((one) => one.operation.name === operation);
  const { answer: content } = useAnswer('organization.get', {}, 'organization.changed');
  const request = useRequest();
  const { value: drafts, set } = useDrafts();
  const draft = `${title} ${JSON.stringify(given)}`;
  const { [draft]: kept, ...others } = drafts;
  const discard = () => set(others);
  const [problems, setProblems] = useState<Problems>({});
  const values = useMemo(() => kept ?? valuesOf(entry?.fields ?? [], given), [kept, entry, given]);
  const overrides: Overrides = useMemo(
    () => ({
      ...(entry === undefined || content === null ? {} : pickersFor(entry.fields, content, { values })),
      ...Object.fromEntries(fixed.map((path) => [path, () => null])),
    }),
    [entry, content, fixed, values],
  );
  const { step } = request.flow;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step
  useEffect(() => {
    if (step !== 'done') return;
    discard();
    void organizationRefresh.start({});
    if (operation.includes('wallet')) void accountsList.refresh.start({});
    if (operation.includes('private_key')) void privateKeysList.refresh.start({});
    if (operation.includes('webhook')) void webhooksRefresh.start({});
    if (operation.includes('mfa_policy')) void factorsRefresh.start({});
  }, [step]);
  if (entry === undefined) return null;

  const { fields, schema } = entry;
  const isKnown = fields.every(({ name }) => fixed.includes(name));
  const review = () => {
    const { parameters, problems: found } = filledIn(entry, { as: 'form', values });
    const sent = parameters === null ? null : changedFrom(asked, parameters, values);
    const other = schema === null || sent === null ? [] : checkValue(schema, sent);
    const nothing = parameters !== null && sent === null ? { '': 'Nothing is changed yet.' } : {};
    setProblems({ ...found, ...nothing, ...Object.fromEntries(other.map(({ path, reason }) => [path, reason])) });
    if (sent !== null && other.length === 0) void request.review(operation, sent);
  };
  return (
    <RequestDialog
      title={title}
      request={request}
      onReview={review}
      onClose={closeDialog}
      onCancel={discard}
      form={
        <>
          {about === null ? null : <p>{about}</p>}
          {problems[''] === undefined ? null : <Notice tone="danger" title={problems['']} loud />}
          {isKnown || content === null ? null : (
            <FormFields
              fields={fields}
              values={values}
              problems={problems}
              overrides={overrides}
              onChange={(next) => set({ ...drafts, [draft]: next })}
            />
          )}
        </>
      }
      done={(submitted) => <Done submitted={submitted} />}
    />
  );
}

function Done({ submitted: { activity } }: { readonly submitted: Submitted }) {
  return (
    <>
      <p>The service completed it.</p>
      <div>
        <Button onClick={() => go('activities', { activityId: activity.row.activityId })}>Show activity</Button>
      </div>
    </>
  );
}
