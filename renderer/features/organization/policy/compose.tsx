import { useState } from 'react';
import { FormFields } from '../../../form/form-fields.tsx';
import type { FormValues, Problems } from '../../../form/values.ts';
import { problemsOf } from '../../../form/values.ts';
import { Fold } from '../../../meaning/fold.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { useNames } from '../../../request/use-names.tsx';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextArea } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Visible } from '../../../ui/visible.tsx';
import type { Look } from '../section.ts';
import { ComposedPayment, usePaymentFields } from './composed-payment.tsx';
import {
  type ComposedDraft,
  exampleOf,
  fieldsFor,
  parametersProblem,
  REQUESTS,
  SIGN_TRANSACTION,
  textOf,
  withText,
} from './trial-rules.ts';

/** A payment, which the vault puts into a transaction to sign. */
const PAYMENT = 'payment';
const CHOICES = [{ value: PAYMENT, label: 'Payment' }, ...REQUESTS];

export interface ComposedRequest {
  readonly type: string;
  readonly parameters: string;
  readonly approvers: string[];
}

interface ComposeProps {
  readonly look: Look;
  readonly isReady: boolean;
  readonly onTry: (request: ComposedRequest) => void;
}

/** A request that is never sent: what it does, in a form or as JSON, and the people who approve it. */
export function Compose({ look: { content }, isReady, onTry }: ComposeProps) {
  const [isPayment, setPayment] = useState(true);
  const [draft, setDraft] = useState<ComposedDraft>(() => exampleOf(SIGN_TRANSACTION));
  const [problems, setProblems] = useState<Problems>({});
  const [approvers, setApprovers] = useState<readonly string[]>(content.me === null ? [] : [content.me]);
  const payment = usePaymentFields();
  const fields = fieldsFor(draft.type);
  const names = useNames(isPayment ? [] : fields, isPayment ? null : draft.values);
  const change = (next: ComposedDraft) => {
    setProblems({});
    setDraft(next);
  };
  const run = useAction(async () => {
    if (!isReady) return;
    if (isPayment) {
      const request = await payment.compose();
      if (request === null) return;
      const { type } = request;
      const composed = withText(exampleOf(type), JSON.stringify(request.parameters, null, 2));
      setDraft(composed);
      onTry({ type, parameters: textOf(composed), approvers: [...approvers] });
      return;
    }
    const text = textOf(draft);
    const wrong = parametersProblem(text);
    const found = wrong !== undefined ? { json: wrong } : draft.text === null ? problemsOf(fields, draft.values) : {};
    setProblems(found);
    if (Object.keys(found).length === 0) onTry({ type: draft.type, parameters: text, approvers: [...approvers] });
  });
  return (
    <div className="policy-compose">
      <SelectField
        label="Request"
        value={isPayment ? PAYMENT : draft.type}
        choices={CHOICES}
        onChange={(chosen) => {
          setPayment(chosen === PAYMENT);
          change(exampleOf(chosen === PAYMENT ? SIGN_TRANSACTION : chosen));
        }}
      />
      {isPayment ? <ComposedPayment payment={payment} /> : null}
      {isPayment ? null : (
        <>
          {draft.text === null ? null : (
            <Notice tone="plain" title="The JSON below decides">
              The form has no field for all of it.
            </Notice>
          )}
          {names.note}
          {draft.text === null ? (
            <FormFields
              fields={fields}
              values={draft.values}
              problems={problems}
              overrides={names.pickers}
              onChange={(values: FormValues) => change({ ...draft, values, text: null })}
            />
          ) : null}
          <Fold title="JSON" note={draft.text === null ? 'as the form' : 'edited'} isOpen={draft.text !== null}>
            <TextArea
              label="Parameters"
              rows={8}
              value={textOf(draft)}
              problem={problems.json}
              onChange={(event) => change(withText(draft, event.target.value))}
            />
          </Fold>
        </>
      )}
      <Approvers content={content} approvers={approvers} onChange={setApprovers} />
      {run.problem === null ? null : <Problem error={run.problem} />}
      <div>
        <Button disabled={!isReady || run.busy || approvers.length === 0} onClick={() => void run.run()}>
          Try this request
        </Button>
      </div>
    </div>
  );
}

interface ApproversProps {
  readonly content: Look['content'];
  readonly approvers: readonly string[];
  readonly onChange: (approvers: readonly string[]) => void;
}

/** The people who approve the request, by name. */
function Approvers({ content: { users }, approvers, onChange }: ApproversProps) {
  const nameOf = (id: string) => users.find((user) => user.id === id)?.name ?? id;
  const others = users.filter(({ id }) => !approvers.includes(id));
  return (
    <>
      <span className="caption soft" aria-hidden="true">
        Approved by
      </span>
      <ul className="policy-approvers" aria-label="Approved by">
        {approvers.map((id) => (
          <li key={id}>
            <Visible text={nameOf(id)} />
            <Button kind="quiet" onClick={() => onChange(approvers.filter((one) => one !== id))}>
              Remove
              <span className="visually-hidden">
                {' '}
                <Visible text={nameOf(id)} />
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <SelectField
        label="Add approver"
        value=""
        choices={[{ value: '', label: 'Choose a user' }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(id) => id !== '' && onChange([...approvers, id])}
      />
    </>
  );
}
