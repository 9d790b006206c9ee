import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';
import { addRobot, type Robot } from './robot.ts';

/** A user may do everything that no policy forbids, and asks for several things at once. */
let robot: Robot;
let service: StartedService;
let signWith: string;

const ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

beforeAll(async () => {
  service = await startService();
  robot = await addRobot(service);
  const wallet = { walletName: 'Hot', accounts: [ACCOUNT] };
  const { activity } = await service.client.createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', wallet));
  signWith = activity.result.createWalletResult?.addresses?.[0] ?? '';
  await robot.addPolicy('EFFECT_ALLOW', { condition: 'true' });
});
afterEach(() => robot.pardon());
afterAll(() => service.stop());

const HOW = { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_KECCAK256' } as const;
const signOne = () =>
  robot
    .client()
    .signRawPayload(service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', { signWith, payload: 'aabb', ...HOW }));
const signSeveral = () =>
  robot
    .client()
    .signRawPayloads(service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOADS', { signWith, payloads: ['aabb'], ...HOW }));
const addPolicies = () => {
  const policies = [{ policyName: 'More', effect: 'EFFECT_ALLOW' as const, condition: 'true', notes: '' }];
  return robot.client().createPolicies(service.envelope('ACTIVITY_TYPE_CREATE_POLICIES', { policies }));
};
const deletePolicies = async () => {
  const policyIds = [await robot.addPolicy('EFFECT_ALLOW', { condition: 'true' })];
  return robot.client().deletePolicies(service.envelope('ACTIVITY_TYPE_DELETE_POLICIES', { policyIds }));
};
const refused = (asked: Promise<unknown>) =>
  expect(asked).rejects.toThrow('Turnkey error 7: policy engine denied request explicitly');

it.each([
  ['the type of one payload', "activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'", signSeveral],
  ['an earlier type of one payload', "activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD'", signSeveral],
  ['the kind of one payload', "activity.kind == 'SIGN_RAW_PAYLOAD'", signSeveral],
  ['a list of kinds', "activity.kind in ['SIGN_RAW_PAYLOAD', 'EXPORT_WALLET']", signSeveral],
  ['the kind beside another part', "activity.kind == 'SIGN_RAW_PAYLOAD' && activity.action == 'SIGN'", signSeveral],
  ['a new policy', "activity.type == 'ACTIVITY_TYPE_CREATE_POLICY_V3'", addPolicies],
  ['the kind of a new policy', "activity.kind == 'CREATE_POLICY'", addPolicies],
  ['a deleted policy', "activity.kind == 'DELETE_POLICY'", deletePolicies],
])('a policy that denies %s denies several', async (_what, condition, ask) => {
  await robot.forbid({ condition });
  await refused(ask());
});

it.each([
  "activity.type != 'ACTIVITY_TYPE_SIGN_RAW_PAYLOADS' && activity.action == 'SIGN'",
  "activity.kind != 'SIGN_RAW_PAYLOADS' && activity.action == 'SIGN'",
])('a policy that denies everything but several allows several: %s', async (condition) => {
  await robot.forbid({ condition });
  await refused(signOne());
  expect((await signSeveral()).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
});

it('a policy that denies several does not deny one', async () => {
  await robot.forbid({ condition: "activity.kind == 'SIGN_RAW_PAYLOADS'" });
  await refused(signSeveral());
  expect((await signOne()).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
});
