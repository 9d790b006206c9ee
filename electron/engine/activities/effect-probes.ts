/** The requests that show what a change gives and takes, each in words that follow “can”. */
import type { AccessAct } from '../../../shared/model/index.ts';
import { type ActivityOperation, OPERATIONS, type Operation } from '../../../shared/operations/index.ts';
import type { Asking, Queries } from '../queries/queries.ts';
import { type Probe, readProbes } from './access-probes.ts';

export interface EffectProbe extends Omit<Probe, 'act'> {
  readonly words: string;
}

type ByPolicies = Extract<ActivityOperation['governed'], { readonly by: 'policies' }>;

const ACTS: Readonly<Record<AccessAct, string>> = {
  send: 'send on Ethereum',
  'sign message': 'sign messages',
  'create accounts': 'create accounts',
  export: 'export keys',
  'create wallet': 'create wallets',
  'add user': 'add users',
  'write policy': 'write policies',
  'change quorum': 'change the root quorum',
};

/** In the order of sentences: requests that give power come first. */
const RESOURCES: Readonly<Record<ByPolicies['resource'], string>> = {
  CREDENTIAL: 'credentials',
  USER: 'users',
  POLICY: 'policies',
  MFA_POLICY: 'second factors',
  RECOVERY: 'recoveries',
  INVITATION: 'invitations',
  VELOCITY_CONTROL: 'limits over time',
  SECRET: 'secrets',
  WALLET: 'wallets',
  PRIVATE_KEY: 'private keys',
  AUTH: 'logins',
  OTP: 'login codes',
  SESSION_PROFILE: 'session profiles',
  ORGANIZATION: 'sub-organizations',
  OAUTH2_CREDENTIAL: 'OAuth credentials',
  ON_RAMP_CREDENTIALS: 'on-ramp credentials',
  SMART_CONTRACT_INTERFACE: 'contract interfaces',
  WEBHOOK_ENDPOINT: 'webhooks',
  TVC_APP: 'applications',
  TVC_DEPLOYMENT: 'deployments',
};
const ACTIONS: Readonly<Record<Exclude<ByPolicies['action'], 'SIGN'>, string>> = {
  CREATE: 'create',
  UPDATE: 'change',
  DELETE: 'delete',
  EXPORT: 'export',
  IMPORT: 'import',
  VERIFY: 'verify',
};

/** Returns the requests for each key and for each kind of activity. `first` as `readProbes` takes it. Throws what a query throws. */
export async function readEffectProbes(
  queries: Pick<Queries, 'ask'>,
  asking: Asking,
  first: readonly string[] = [],
): Promise<{ readonly probes: readonly EffectProbe[]; readonly untried: number }> {
  const { probes, untried } = await readProbes(queries, asking, first);
  const ofKeys = probes.flatMap(({ act, ...probe }): EffectProbe[] => {
    const one = { ...probe, words: ACTS[act] };
    return act === 'sign message' ? [one, { ...one, words: 'sign digests', parameters: ofDigest(probe) }] : [one];
  });
  const kinds = new Set(probes.map(({ operation }) => kindOf(operation)));
  return { probes: [...ofKeys, ...KINDS.filter(({ operation }) => !kinds.has(kindOf(operation)))], untried };
}

/** A digest can stand for any content, so no rule about content can be satisfied. */
const ofDigest = ({ parameters }: Pick<Probe, 'parameters'>) => ({
  ...parameters,
  payload: '11'.repeat(32),
  encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
  hashFunction: 'HASH_FUNCTION_NO_OP',
});

const kindOf = ({ governed }: ActivityOperation): string =>
  governed.by === 'policies' ? `${governed.action} ${governed.resource}` : governed.by;

/** One request for each resource and action of the newest activities. A caller's own login needs no power. */
const KINDS: readonly EffectProbe[] = Object.entries(RESOURCES).flatMap(([resource, noun]) => {
  const found = new Map<string, EffectProbe>();
  for (const operation of Object.values(OPERATIONS) as readonly Operation[]) {
    if (operation.kind !== 'activity' || operation.earlierOf !== null) continue;
    const { governed } = operation;
    if (governed.by !== 'policies' || governed.action === 'SIGN' || governed.logsInCaller === true) continue;
    if (governed.resource !== resource || found.has(governed.action)) continue;
    const words = `${ACTIONS[governed.action]} ${noun}`;
    found.set(governed.action, { words, key: null, holder: null, operation, parameters: {} });
  }
  return [...found.values()];
});
