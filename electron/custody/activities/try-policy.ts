import { AppError } from '../../../shared/errors/index.ts';
import {
  AUTHORITIES,
  type ChangedPeople,
  type ComposedRequest,
  type DraftPolicy,
  inQuotes,
  type JsonObject,
  type PolicyTrial,
  parseJsonObject,
  type UntriedRequest,
} from '../../../shared/model/index.ts';
import { type ActivityOperation, findActivityByType } from '../../../shared/operations/index.ts';
import {
  type Clause,
  checkExpression,
  clausesOf,
  type FaultKind,
  folded,
  PolicyFault,
  type PolicyPart,
} from '../../../shared/policy-language/index.ts';
import type { Credential } from '../authentication/claim.ts';
import { usableCredentials } from '../authentication/usable-credentials.ts';
import type { ServiceContext } from '../context.ts';
import { type Budget, createBudget, createTotal } from '../policies/budget.ts';
import { evaluatePolicies, type PolicyResult } from '../policies/decide.ts';
import { evaluatePolicy, type Names, type Verdict } from '../policies/evaluate.ts';
import { judgePolicy } from '../policies/judge.ts';
import { type Approval, consensusNames, timeNames, usersOf } from '../policies/names.ts';
import { parsePart } from '../policies/parsed.ts';
import { casesOf, type Subject, typesOf } from '../policies/subject.ts';
import { sharedNames } from '../policies/versions.ts';
import { PublicError } from '../public-error.ts';
import type { ActingContext } from '../request-context.ts';
import type { ActivityRow, OrganizationRow, PolicyRow, UserRow, VoteRow } from '../store/index.ts';
import { authorize, type Decision, deciding } from './authorize.ts';
import { isSameId, withPeople } from './changed-people.ts';
import { readSubject } from './read-subject.ts';
import { approvalOf } from './standing-approvals.ts';

interface Wanted {
  readonly organizationId: string;
  readonly policy: DraftPolicy;
  readonly activityIds: readonly string[];
  readonly request: ComposedRequest | null;
  readonly people: ChangedPeople | null;
}

/** The policy as a row that is not stored, and the organization with and without the changed people. */
interface Tried {
  readonly organization: OrganizationRow;
  readonly draft: PolicyRow;
  readonly changed: ServiceContext;
}

/** A request to decide again: its content, the approvals in their order, and the time of the decision. */
interface Request {
  readonly activityId: string | null;
  readonly type: string;
  readonly subject: Subject;
  readonly approvals: readonly Approval[];
  readonly user: UserRow;
  readonly at: number;
}

/** The id of a policy that does not exist. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Decides past activities, and one composed request, without a policy and with it, by the code that decides requests.
 * With the policy, people are as `people` has them. Otherwise people, tags, keys and usage are those of now, the time is that of the activity. Proofs that MFA policies ask for are
 * left out. Stores nothing. Throws NOT_FOUND for an unknown organization, INVALID_INPUT for a policy with a fault.
 */
export async function tryPolicy(
  { organizationId, policy, activityIds, request, people }: Wanted,
  context: ServiceContext,
): Promise<(PolicyTrial | UntriedRequest)[]> {
  await context.store.archives.checked();
  const organization = context.store.organizations.find(organizationId);
  if (organization === undefined)
    throw new AppError('NOT_FOUND', 'The local service has no such organization. Nothing was tried.');
  const controls = context.store.velocityControls.list(organizationId).map(({ identifier }) => identifier);
  for (const part of PARTS) requireSound(part, policy[part], controls);
  const changed = withPeople(context, organizationId, people);
  const tried = { organization, draft: rowOf(policy, organizationId), changed };
  const past = activityIds.map((id) => untriedWhenUnreadable(id, () => pastRequest(id, organization, context)));
  const composed = request === null ? [] : [composedRequest(request, organization, changed)];
  return [...past, ...composed].map((one) => ('problem' in one ? one : trialOf(one, tried, context)));
}

const PARTS = ['condition', 'consensus', 'time'] as const;

function requireSound(part: PolicyPart, text: string, controls: readonly string[]): void {
  const [fault] = text === '' ? [] : checkExpression(part, text, controls);
  if (fault !== undefined)
    throw new AppError(
      'INVALID_INPUT',
      `The ${part} has a fault at ${fault.place}: ${fault.message} Nothing was tried.`,
    );
}

const rowOf = ({ policyId, ...policy }: DraftPolicy, organizationId: string): PolicyRow => ({
  ...policy,
  policyId: policyId ?? NO_ID,
  organizationId,
  notes: '',
  createdAt: 0,
  updatedAt: 0,
});

/** A damaged activity, or one whose archive cannot be used, is not tried. The others are. */
function untriedWhenUnreadable(activityId: string, read: () => Request | UntriedRequest): Request | UntriedRequest {
  try {
    return read();
  } catch (error) {
    const isUnreadable =
      (error instanceof AppError && error.code === 'DATABASE_CHANGED') ||
      (error instanceof PublicError && error.status === 503);
    if (isUnreadable) return { activityId, problem: error.message };
    throw error;
  }
}

function pastRequest(
  activityId: string,
  organization: OrganizationRow,
  context: ServiceContext,
): Request | UntriedRequest {
  const { store } = context;
  const row = store.activities.find(organization.organizationId, activityId);
  const operation = row === undefined ? undefined : findActivityByType(row.type);
  if (row === undefined || operation === undefined) return { activityId, problem: 'The service has no such activity.' };
  const parameters: unknown = JSON.parse(row.intent)[operation.intentMember];
  const subject = subjectOf(operation, { parameters, at: row.createdAt, organization });
  if (subject instanceof PublicError) return { activityId, problem: 'This service no longer takes such a request.' };
  const [first, ...votes] = store.activities.votesOn(activityId);
  const user = first === undefined ? undefined : store.organizations.findUser(first.userId);
  if (first === undefined || user === undefined) return { activityId, problem: 'The user who asked was removed.' };
  const approvals = [first, ...votes].flatMap((vote) => pastApproval(vote, row, context) ?? []);
  return { activityId, type: row.type, subject, approvals, user, at: row.createdAt };
}

function composedRequest(
  { type, parameters, approvers }: ComposedRequest,
  organization: OrganizationRow,
  context: ServiceContext,
): Request | UntriedRequest {
  const { store, now } = context;
  const untried = (problem: string): UntriedRequest => ({ activityId: null, problem });
  const operation = findActivityByType(type);
  if (operation === undefined) return untried(`There is no activity type ${JSON.stringify(type)}.`);
  const at = now();
  const given = parametersIn(parameters);
  if (typeof given === 'string') return untried(given);
  const subject = subjectOf(operation, { parameters: given, at, organization });
  if (subject instanceof PublicError)
    return untried(`The parameters are not those of ${type}: ${subject.message}. This request was not tried.`);
  const users = approvers.map((userId) => store.organizations.findUser(userId));
  const known = users.filter((user) => user?.organizationId === organization.organizationId) as UserRow[];
  const [user] = known;
  const unknown = approvers.find((userId) => !known.some((one) => isSameId(one.userId, userId)));
  if (user === undefined || unknown !== undefined)
    return untried(`The approver ${JSON.stringify(unknown ?? '')} is no user of the organization.`);
  const approvals = known.map((one) => {
    const [credential = unknownCredential('')] = usableCredentials(one.userId, at, context);
    return { user: one, credential };
  });
  return { activityId: null, type, subject, approvals, user, at };
}

/** Returns the parameters, or the fault of a text that is no JSON object. */
function parametersIn(text: string): JsonObject | string {
  const refuse = (why: string) =>
    new AppError(
      'INVALID_INPUT',
      `The parameters cannot be read: ${why}. This request was not tried. Write one JSON object in curly brackets.`,
    );
  try {
    return parseJsonObject(text, refuse);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** Returns the content of a request, or the reason why this service does not take it. */
function subjectOf(
  operation: ActivityOperation,
  given: { readonly parameters: unknown; readonly at: number; readonly organization: OrganizationRow },
): Subject | PublicError {
  const { parameters, at, organization } = given;
  const { organizationId } = organization;
  try {
    return readSubject(operation, { type: operation.activityType, organizationId, timestampMs: String(at), parameters })
      .subject;
  } catch (error) {
    if (error instanceof PublicError) return error;
    throw error;
  }
}

/** Returns a vote of a present user. A credential that was removed or has expired is known by its public key alone. */
function pastApproval(vote: VoteRow, row: ActivityRow, context: ServiceContext): Approval | undefined {
  const user = context.store.organizations.findUser(vote.userId);
  if (user === undefined || vote.selection !== 'VOTE_SELECTION_APPROVED') return undefined;
  return approvalOf(vote, row, context) ?? { user, credential: unknownCredential(vote.publicKey) };
}

const unknownCredential = (publicKey: string): Credential => ({
  id: '',
  type: 'CREDENTIAL_TYPE_API_KEY_P256',
  publicKey,
  credentialId: '',
  sessionProfileId: null,
  method: { type: 'AUTHENTICATION_TYPE_API_KEY', id: '' },
});

function trialOf(request: Request, { organization, draft, changed }: Tried, service: ServiceContext): PolicyTrial {
  const { organizationId } = organization;
  const { activityId, type, subject, user, at } = request;
  const others = service.store.policies
    .list(organizationId)
    .filter(({ policyId }) => !isSameId(policyId, draft.policyId));
  /** The context with these policies in place of those of the organization. A denial is not logged. */
  const withPolicies = (people: ServiceContext, policies: readonly PolicyRow[] | null): ActingContext => {
    const list = (id: string) =>
      id === organizationId && policies !== null ? [...policies] : people.store.policies.list(id);
    const store = { ...people.store, policies: { ...people.store.policies, list } };
    const caller = { organization: store.organizations.find(organizationId) ?? organization, user };
    return deciding({ ...people, store, now: () => at, report: () => '', caller });
  };
  /** The approvals of the users as these people have them. */
  const approvalsOf = ({ store }: ServiceContext): readonly Approval[] =>
    request.approvals.map((one) => ({ ...one, user: store.organizations.findUser(one.user.userId) ?? one.user }));
  const approvals = approvalsOf(changed);
  const names = new Map(
    [...service.store.policies.list(organizationId), draft].map((one) => [one.policyId, one.policyName]),
  );
  const decided = (context: ActingContext) =>
    shownDecision(authorize(subject, approvalsOf(context), context), subject, names);
  const alone = resultAlone(subject, approvals, withPolicies(changed, [draft]), draft);
  return {
    activityId,
    type,
    at,
    approvers: usersOf(approvals).map(({ userId, userName: name }) => ({ userId, name })),
    before: decided(withPolicies(service, null)),
    after: decided(withPolicies(changed, [...others, draft])),
    ...alone,
  };
}

function shownDecision(
  { outcome, evaluations }: Decision,
  { operation: { governed } }: Subject,
  names: ReadonlyMap<string, string>,
): PolicyTrial['before'] {
  if (evaluations === null)
    return { outcome, by: [outcome === 'deny' && governed.by === 'policies' ? 'session profile' : 'root quorum'] };
  const by = [...new Set(evaluations.map(({ policyId }) => shownName(names.get(policyId) ?? policyId)))];
  return { outcome, by: by.length > 0 ? by : [outcome === 'allow' ? 'own credential' : 'no policy'] };
}

/** Returns the name of a policy. In quotes, it cannot be taken for an authority. */
const shownName = (name: string): string => (AUTHORITIES.some((one) => one === folded(name)) ? inQuotes(name) : name);

/** Returns the outcome of the policy alone, on the case that decides, with the value of each clause there. */
function resultAlone(
  subject: Subject,
  approvals: readonly Approval[],
  context: ActingContext,
  draft: PolicyRow,
): Pick<PolicyTrial, 'alone' | 'clauses'> {
  const isDenying = draft.effect === 'EFFECT_DENY';
  const total = createTotal();
  const results = casesOf(subject).map((one) => ({
    one,
    result: evaluatePolicies(one, approvals, context, total).at(-1),
  }));
  const rules = ({ refuses, outcome }: PolicyResult) => (isDenying ? refuses : outcome !== 'OUTCOME_ALLOW');
  const found = results.find(({ result }) => result !== undefined && rules(result)) ?? results[0];
  if (found?.result === undefined) throw new Error('there is nothing to decide');
  const { outcome, why } = found.result.explain();
  const { refuses } = found.result;
  const names = {
    condition: sharedNames(found.one, context)(isDenying).under(typesOf(found.one)[0] ?? ''),
    consensus: consensusNames(approvals, context),
    time: timeNames(context.now()),
  };
  const values = createTotal();
  const clauses = PARTS.flatMap((part) => {
    if (draft[part] === '') return [];
    const parsed = parsePart(part, draft[part], draft.organizationId);
    return clausesOf(parsed).map((clause) => {
      const read = (step: Budget) => verdictOf(clause, parsed.text, names[part], { isDenying, step });
      return { part, number: clause.number, text: clause.text, ...shownValue(read, createBudget(values)) };
    });
  });
  return { alone: { outcome, reason: why, refuses }, clauses };
}

function verdictOf(
  { expression }: Clause,
  text: string,
  names: Names,
  { isDenying, step }: { readonly isDenying: boolean; readonly step: Budget },
): Verdict {
  const parsed = { text, expression };
  return isDenying ? judgePolicy(parsed, names, step) : evaluatePolicy(parsed, names, step);
}

type ShownValue = Pick<PolicyTrial['clauses'][number], 'value' | 'reason'>;

const WITHOUT_VALUE: Readonly<Record<FaultKind, ShownValue['value']>> = {
  inapplicable: 'absent request content',
  absence: 'absent member',
  opaque: 'hidden',
  spent: 'failed',
  failure: 'failed',
};

/** Returns the value of a clause as it is shown. It decides nothing. */
function shownValue(read: (step: Budget) => Verdict, step: Budget): ShownValue {
  try {
    const verdict = read(step);
    if (typeof verdict === 'boolean') return { value: verdict ? 'true' : 'false', reason: null };
    return { value: WITHOUT_VALUE[verdict], reason: null };
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    return { value: WITHOUT_VALUE[error.kind], reason: error.message };
  }
}
