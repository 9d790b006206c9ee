import { useEffect, useState } from 'react';
import type { Field } from '../../form/fields.ts';
import { type FormValues, type Problems, parametersOf, problemsOf } from '../../form/values.ts';
import { type RequestControls, useRequest } from '../../request/use-request.ts';
import { accountsRefresh } from '../../state/work.ts';

interface AccountRequest {
  readonly request: RequestControls;
  readonly values: FormValues;
  readonly setValues: (values: FormValues) => void;
  readonly problems: Problems;
  /** Prepares the request when the form has no problem, and shows the problems otherwise. */
  readonly preview: () => void;
}

/** A form that makes accounts: its values, its problems and its request. The list is read again once the service did it. */
export function useAccountRequest(operation: string, fields: readonly Field[], start: FormValues): AccountRequest {
  const request = useRequest();
  const [values, setValues] = useState(start);
  const [problems, setProblems] = useState<Problems>({});
  const isDone = request.flow.step === 'done';
  useEffect(() => {
    if (isDone) void accountsRefresh.start({});
  }, [isDone]);

  const preview = () => {
    const found = problemsOf(fields, values);
    setProblems(found);
    if (Object.keys(found).length === 0) void request.prepare(operation, parametersOf(fields, values));
  };
  return { request, values, setValues, problems, preview };
}
