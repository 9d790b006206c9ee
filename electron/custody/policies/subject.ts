import { type ActivityOperation, findOperation, newestOf } from '../../../shared/operations/index.ts';

/** The request, or one case of it, to decide. */
export interface Subject {
  readonly operation: ActivityOperation;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The version that was sent, where it became a newer one. */
  readonly sent?: ActivityOperation;
  /** The payload of a batch that is decided. */
  readonly payload?: string;
  /** The request that this is one case of. Absent when the subject is the whole request. */
  readonly whole?: Subject;
}

/** Returns the activity types of all versions of the operation, first the one that was sent. */
export function typesOf({ operation, sent = operation }: Subject): readonly string[] {
  const known = typesOfSent.get(sent);
  if (known !== undefined) return known;
  const [, first = '', newest = 1] = /^(.+?)(?:_V([0-9]+))?$/.exec(newestOf(sent).activityType) ?? [];
  const later = Array.from({ length: Number(newest) - 1 }, (_, index) => `${first}_V${index + 2}`);
  const types = [...new Set([sent.activityType, first, ...later])];
  typesOfSent.set(sent, types);
  return types;
}

/**
 * Returns the activity types of all versions of the operation that does the same once. Empty for an operation that does
 * something else.
 */
export function typesOfOne({ operation, parameters }: Subject): readonly string[] {
  const one = operation.severalOf === null ? undefined : findOperation(operation.severalOf);
  return one?.kind === 'activity' ? typesOf({ operation: one, parameters }) : [];
}

const typesOfSent = new WeakMap<ActivityOperation, readonly string[]>();

/**
 * Splits a request into cases: each payload, call, signing account and secret by itself. All clauses of a policy then
 * look at the same case. A case that no policy allows holds back the whole request.
 */
export function casesOf(whole: Subject): readonly Subject[] {
  const subject = { ...whole, whole };
  const { operation, parameters } = subject;
  const { signs } = operation;
  const payloads = signs?.kind === 'payloads' ? parameters[signs.content] : undefined;
  if (Array.isArray(payloads) && payloads.length > 0)
    return payloads.map((payload) => ({ ...subject, payload: String(payload) }));
  const several = operation.carries?.signWith ?? (operation.makes?.calls === 'listed' ? 'calls' : '');
  const items = parameters[several];
  if (Array.isArray(items) && items.length > 0)
    return items.map((item: unknown) => ({ ...subject, parameters: { ...parameters, [several]: [item] } }));
  if (operation.name !== 'export_secrets' || !Array.isArray(parameters.secrets)) return [subject];
  return parameters.secrets.map((secret: unknown) => ({
    ...subject,
    parameters: { ...parameters, secrets: [secret] },
  }));
}
