/** Finds tests of an activity that no activity satisfies together, such as a type beside the resource of another one. */
import { type ActivityOperation, OPERATIONS, type Operation } from '../operations/index.ts';

const MEMBERS = ['type', 'kind', 'resource', 'action'] as const;
type Member = (typeof MEMBERS)[number];
type Named = Readonly<Record<Member, string>>;
/** The values that the tests leave to each member. A member without a test is absent. */
export type ActivityTests = Readonly<Partial<Record<Member, readonly string[]>>>;

/** Returns the member of an activity at a path such as `activity.type`, or undefined. */
export const activityMember = (path: string): Member | undefined =>
  MEMBERS.find((member) => path === `activity.${member}`);

const isActivity = (operation: Operation): operation is ActivityOperation => operation.kind === 'activity';
const SERVED: readonly Named[] = Object.values<Operation>(OPERATIONS)
  .filter(isActivity)
  .flatMap(({ activityType: type, governed, earlierOf, name }) => {
    if (governed.by !== 'policies') return [];
    const { resource, action } = governed;
    return [{ type, kind: String(earlierOf ?? name).toUpperCase(), resource, action }];
  });
/** Resources of which every public action is served here. */
const WHOLE_RESOURCES: readonly string[] = ['WALLET', 'PRIVATE_KEY', 'POLICY', 'USER', 'CREDENTIAL'];
const WHOLE = SERVED.filter(({ resource }) => WHOLE_RESOURCES.includes(resource));

/**
 * Returns why no activity satisfies the tests, as part of a sentence. Returns null when one may. Nothing is known of the
 * resource and action of a type that is not served here.
 *
 * @example
 * faultOfActivity({ resource: ['WALLET'], action: ['SIGN'] });
 * // 'no activity has the resource WALLET and the action SIGN; the resource of SIGN is PRIVATE_KEY'
 */
export function faultOfActivity(tests: ActivityTests): string | null {
  const { type, kind, resource, action } = tests;
  const fits = (one: Named, members: readonly Member[]) =>
    members.every((member) => tests[member]?.includes(one[member]) !== false);
  if (MEMBERS.filter((member) => tests[member] !== undefined).length < 2) return null;
  if (SERVED.some((one) => fits(one, MEMBERS))) return null;
  if (type !== undefined || kind !== undefined) {
    const leading = type === undefined ? 'kind' : 'type';
    const known = (tests[leading] ?? []).map((value) => SERVED.find((one) => one[leading] === value));
    const [first, ...others] = known;
    if (first === undefined || others.includes(undefined)) return null;
    const named = `${first[leading]} has the kind ${first.kind}, the resource ${first.resource} and the action ${first.action}`;
    return others.length === 0 ? `${named}; write these` : `no activity of these ${leading}s fits; ${named}`;
  }
  if (resource === undefined || action === undefined) return null;
  if (!resource.every((one) => WHOLE_RESOURCES.includes(one))) return null;
  const listed = (values: readonly string[]) => [...new Set(values)].sort().join(', ');
  const resources = listed(WHOLE.filter((one) => action.includes(one.action)).map((one) => one.resource));
  const actions = listed(WHOLE.filter((one) => resource.includes(one.resource)).map((one) => one.action));
  const isOne = resources !== '' && !resources.includes(',');
  const advice = isOne
    ? `the resource of ${action.join(' or ')} is ${resources}`
    : `the actions of ${resource.join(' or ')} are ${actions}`;
  return `no activity has the resource ${resource.join(' or ')} and the action ${action.join(' or ')}; ${advice}`;
}
