import { checkValue } from '../../../shared/operations/index.ts';
import {
  differing,
  emptyValues,
  type FormValues,
  isRecord,
  jsonProblem,
  type Problems,
  parametersOf,
  parsed,
  problemsOf,
  valuesOf,
} from '../../form/values.ts';
import { createDraft } from '../../state/draft.ts';
import type { AskedOperation } from '../../state/route.ts';
import type { Entry } from './catalog.ts';

/** The draft of one operation: form values, or the same as JSON text. */
export type OperationDraft =
  | { readonly as: 'form'; readonly values: FormValues }
  | { readonly as: 'json'; readonly text: string };

/** Drafts by the name of the operation. */
const useDrafts = createDraft<Readonly<Record<string, OperationDraft>>>({}, 'operations');

/** Returns the unsubmitted draft of an operation, with functions that change and discard it. */
export function useOperationDraft({ operation: { name }, fields }: Entry) {
  const { value: drafts, set } = useDrafts();
  const { [name]: kept, ...others } = drafts;
  return {
    draft: kept ?? { as: 'form' as const, values: emptyValues(fields) },
    change: (draft: OperationDraft) => set({ ...drafts, [name]: draft }),
    discard: () => set(others),
  };
}

/** The parameters, or their problems by path. The path of the whole is `''`. */
export type Filled =
  | { readonly parameters: Readonly<Record<string, unknown>>; readonly problems: null }
  | { readonly parameters: null; readonly problems: Problems };

/** Reads a draft and checks it. For the same path, the form's message replaces the declaration's. */
export function filledIn({ schema, fields }: Entry, draft: OperationDraft): Filled {
  const parameters = draft.as === 'form' ? parametersOf(fields, draft.values) : parsed(draft.text);
  if (!isRecord(parameters))
    return { parameters: null, problems: { '': (draft.as === 'json' && jsonProblem(draft.text)) || NO_OBJECT } };
  const declared = schema === null ? [] : checkValue(schema, { ...PROFILE, ...parameters });
  const problems = {
    ...Object.fromEntries(declared.map(({ path, reason }) => [path.slice(1).replaceAll('/', '.'), sentence(reason)])),
    ...problemsOf(fields, draft.as === 'form' ? draft.values : valuesOf(fields, parameters)),
  };
  return Object.keys(problems).length === 0 ? { parameters, problems: null } : { parameters: null, problems };
}

/**
 * Returns the parameters without the members that have their values of today. A text of today whose field was emptied
 * is cleared by an empty text. Null when none is left to change.
 */
export function changedFrom(
  { today, fixed }: Pick<AskedOperation, 'today' | 'fixed'>,
  parameters: Readonly<Record<string, unknown>>,
  values: FormValues,
): Readonly<Record<string, unknown>> | null {
  const isSame = (name: string, value: unknown) =>
    Object.hasOwn(today, name) && JSON.stringify(today[name]) === JSON.stringify(value);
  const cleared = Object.keys(today).filter((name) => values[name] === '' && parameters[name] === undefined);
  const wanted = { ...parameters, ...Object.fromEntries(cleared.map((name) => [name, ''])) };
  const left = Object.entries(wanted).filter(([name, value]) => !isSame(name, value));
  const isChange = Object.keys(today).length === 0 || left.some(([name]) => !fixed.includes(name));
  return isChange ? Object.fromEntries(left) : null;
}

/** Main adds the profile's organization to a query without one. Parameters of activities accept further members. */
const PROFILE = { organizationId: '00000000-0000-4000-8000-000000000000' };

/** The problem of JSON that is a list, a text or a number. */
export const NO_OBJECT = 'This is not a JSON object in curly brackets.';

const sentence = (reason: string): string => `This ${reason}.`;

/** Converts a draft to the other format. Returns the paths without a form field if the form cannot hold all of it. */
export function otherWay(entry: Entry, draft: OperationDraft): OperationDraft | readonly string[] {
  if (draft.as === 'form')
    return { as: 'json', text: JSON.stringify(parametersOf(entry.fields, draft.values), null, 2) };
  const parameters = parsed(draft.text);
  if (!isRecord(parameters)) return [''];
  const values = valuesOf(entry.fields, parameters);
  const lost = differing(parameters, parametersOf(entry.fields, values));
  return lost.length === 0 ? { as: 'form', values } : lost;
}
