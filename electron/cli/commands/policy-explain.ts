import { AppError } from '../../../shared/errors/index.ts';
import { LIMITS } from '../../../shared/model/index.ts';
import {
  advisePolicy,
  explainPolicy,
  type OrganizationFacts,
  type OtherPolicy,
  type PolicyNames,
} from '../../../shared/policy-language/index.ts';
import type { CommandContext } from '../context.ts';
import { command } from '../define.ts';
import { EXIT, usage } from '../exit-codes.ts';
import { parseJsonValue, readText } from '../files.ts';
import { helpWidth } from '../layout.ts';
import { PROFILE } from '../options.ts';
import { type WrittenPolicy, writtenPolicies } from '../policy-file.ts';
import { type Explanation, explanationText } from '../policy-text.ts';

/** The most policies of one file. An organization has at most as many. */
const MAXIMUM_POLICIES = 100;

export const explain = command({
  name: 'policy explain',
  summary: 'puts policies into words, and finds clauses that never hold or limit nothing',
  arguments: [{ name: 'FILE', summary: 'JSON with policies, as `policy check` takes it; - is standard input' }],
  options: {
    id: { hint: 'ID', summary: 'the policy of the service with this id, instead of a file' },
    profile: PROFILE,
  },
  notes: [
    'A file is explained offline. With --profile, the organization’s names and findings about it are added.',
    'Prints {"policies":[{"member","policyName","effect","headline","clauses","faults","advice"}]}.',
    'Ends with 1 when a policy has faults, which the service refuses.',
    'Each finding is proven. A policy without findings may still allow more than you intend: use `policy try`.',
  ],
  examples: ['castellan policy explain policy.json', 'castellan policy explain policy.json --profile local'],
  async run({ arguments: [file], options: { id, profile } }, context) {
    if ((file === undefined) === (id === undefined))
      throw usage('`policy explain` takes either a file or --id. Nothing was explained. Give one of them.');
    const written = file === undefined ? null : await readPolicies(file, context);
    const around = id === undefined && profile === undefined ? null : await organizationOf(profile, context);
    const policies = written ?? [existing(id ?? '', around?.facts)];
    const explained = policies.map((policy) => explanationOf(completed(policy, around?.facts), policy.at, around));
    const columns = helpWidth(context.host.terminal.columns);
    await context.print({ policies: explained }, explanationText(explained, columns).trimEnd());
    return explained.some(({ faults }) => faults.length > 0) ? EXIT.failed : undefined;
  },
});

interface Around {
  readonly facts: OrganizationFacts;
  readonly names: PolicyNames;
}

async function organizationOf(profile: string | undefined, context: CommandContext): Promise<Around> {
  const { policyTrials, profiles } = await context.engine();
  return await policyTrials.organization({ profile: profiles.get(profile), signal: context.signal });
}

/** Reads the policies of a file. Throws INVALID_INPUT for a file without any, and for one with too many. */
export async function readPolicies(file: string, { input }: CommandContext): Promise<readonly WrittenPolicy[]> {
  const text = await readText(file, { maximum: LIMITS.body, what: 'The file', input });
  const name = file === '-' ? 'Standard input' : `The file ${file}`;
  const found = writtenPolicies(parseJsonValue(text, name));
  if (found.length > 0 && found.length <= MAXIMUM_POLICIES) return found;
  const why = found.length === 0 ? 'holds no policy with an effect' : `holds more than ${MAXIMUM_POLICIES} policies`;
  throw new AppError(
    'INVALID_INPUT',
    `${name} ${why}. Nothing was done. Give the JSON of create_policy, create_policies or update_policy.`,
  );
}

function existing(id: string, facts: OrganizationFacts | undefined): WrittenPolicy {
  const found = policyOf(id, facts);
  if (found !== undefined) return { at: '', ...found };
  throw new AppError(
    'NOT_FOUND',
    'The service has no policy with this id. Nothing was explained. `castellan call list_policies` lists them.',
  );
}

const policyOf = (id: string | null, facts: OrganizationFacts | undefined): OtherPolicy | undefined =>
  facts?.policies.find(({ policyId }) => policyId === id?.toLowerCase());

/** Fills what an update leaves out from the policy that it changes. Throws INVALID_INPUT without a valid effect. */
export function completed(written: WrittenPolicy, facts: OrganizationFacts | undefined): OtherPolicy {
  const base = policyOf(written.policyId, facts);
  const effect = written.effect ?? base?.effect;
  if (effect === undefined)
    throw new AppError(
      'INVALID_INPUT',
      'A policy in the file has no effect. Nothing was done. Give EFFECT_ALLOW or EFFECT_DENY, or --profile for the policy that an update changes.',
    );
  return {
    policyId: written.policyId?.toLowerCase() ?? '',
    policyName: written.policyName ?? base?.policyName ?? 'Policy',
    effect,
    condition: written.condition ?? base?.condition ?? '',
    consensus: written.consensus ?? base?.consensus ?? '',
    time: written.time ?? base?.time ?? '',
  };
}

function explanationOf(policy: OtherPolicy, member: string, around: Around | null): Explanation {
  const facts =
    around === null
      ? undefined
      : { ...around.facts, policies: around.facts.policies.filter(({ policyId }) => policyId !== policy.policyId) };
  const { policyName, effect } = policy;
  return { member, policyName, effect, ...explainPolicy(policy, around?.names), advice: advisePolicy(policy, facts) };
}
