import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTIVITIES, DOCUMENTS, GATEWAY, QUERIES } from '../../../electron/custody/handlers/index.ts';
import {
  checkValue,
  GATEWAY_HEADER,
  OPERATIONS,
  type Operation,
  type OperationName,
} from '../../../shared/operations/index.ts';
import { recovering } from '../authentication/one-time-code.ts';
import { make, ofThisService, startExamples } from './examples.ts';

/** Tests that the reply of every operation matches its declaration, through the official client's own transport. */
let { service, stop } = {} as Awaited<ReturnType<typeof startExamples>>;
beforeAll(async () => {
  ({ service, stop } = await startExamples());
});
afterAll(() => stop());

const ask = async (operation: Operation): Promise<unknown> => {
  const name = operation.name as OperationName;
  if (operation.kind === 'discovery') return (await fetch(service.ready.baseUrl + operation.path)).json();
  if (operation.kind === 'gateway') {
    const body = JSON.stringify({ ...(operation.example.request as object), ...(await ofThisService(name)) });
    const headers = { [GATEWAY_HEADER]: 'gateway' };
    return (await fetch(service.ready.authUrl + operation.path, { method: 'POST', headers, body })).json();
  }
  const example = operation.kind === 'activity' ? operation.example.parameters : operation.example.request;
  const given = { ...(example as object), ...(await ofThisService(name)) };
  const body =
    operation.kind === 'activity'
      ? service.envelope(operation.activityType, given)
      : { ...given, organizationId: service.organizationId };
  if (name === 'delete_sub_organization') {
    const apiKeys = [{ apiKeyName: 'Key', publicKey: service.key.publicKey, curveType: 'API_KEY_CURVE_P256' }];
    const rootUsers = [{ userName: 'Root', apiKeys, authenticators: [], oauthProviders: [] }];
    const organizationId = await make('create_sub_organization', { subOrganizationName: 'To delete', rootUsers });
    return service.client.request(operation.path, { ...body, organizationId });
  }
  const { client } = name === 'recover_user' ? await recovering(service) : service;
  return client.request(operation.path, body);
};

/** Operations that report the progress of work on a chain. */
const CHAIN_WORK = /^get_(send_transaction|.*earn.*)_status$/;
/** Operations on a wrapper, which has to be one of the organization's own. */
const WRAPPER_WORK = /^(earn_withdraw|earn_deposit|earn_set_wrapper_state|claim_earn_fees)$/;
/** Operations that look for the signing account first. The account of the examples is in no organization. */
const SIGNED_FIRST = /^(btc|tron)_send_transaction$/;
/** Lists of the organization's wrappers. Without a wrapper, no chain is asked. */
const WRAPPER_LISTS = /^list_earn_(enabled_vaults|positions|rewards)$/;
/** The refusal of an organization without endpoints and wrappers. Null when the operation succeeds. */
const refusalOf = ({ name, errors }: Operation): RegExp | null => {
  if (CHAIN_WORK.test(name)) return /found with the given ID/;
  if (WRAPPER_WORK.test(name)) return /is not a deployed wrapper of this organization/;
  if (SIGNED_FIRST.test(name)) return /Could not find any resource to sign with/;
  return errors.includes('RPC_CALL_ERROR') && !WRAPPER_LISTS.test(name) ? /RPC_CALL_ERROR/ : null;
};

describe.each(Object.values(OPERATIONS).map((operation): [string, Operation] => [operation.name, operation]))(
  '%s',
  (_name, operation) => {
    const refusal = refusalOf(operation);
    // test/contract/keys/chains.test.ts covers the checks before this refusal.
    if (refusal !== null) {
      it('has no endpoint and no chain work to report', async () => {
        await expect(ask(operation)).rejects.toThrow(refusal);
      });
      return;
    }
    it('answers its example as declared', async () => {
      const reply = await ask(operation);
      expect(checkValue(operation.response, reply)).toEqual([]);
      if (operation.kind !== 'activity') return;
      const { activity } = reply as { activity: Record<string, unknown> };
      if (operation.governed.by === 'the other activity') {
        expect(activity.type).toBe('ACTIVITY_TYPE_CREATE_WALLET');
        return;
      }
      expect(activity).toMatchObject({ type: operation.activityType, status: 'ACTIVITY_STATUS_COMPLETED' });
      expect(Object.keys(activity.intent as object)).toEqual([operation.intentMember]);
      expect(Object.keys(activity.result as object)).toEqual([operation.resultMember]);
      expect(
        checkValue(operation.result, (activity.result as Record<string, unknown>)[operation.resultMember]),
      ).toEqual([]);
    });
  },
);

it.each([
  ['query', QUERIES],
  ['activity', ACTIVITIES],
  ['discovery', DOCUMENTS],
  ['gateway', GATEWAY],
])('each declared %s except votes has a handler, and each handler has a declaration', (kind, handlers) => {
  const declared = Object.values<Operation>(OPERATIONS).filter(
    (operation) =>
      operation.kind === kind &&
      !(
        operation.kind === 'activity' &&
        (operation.governed.by === 'the other activity' || operation.conversion !== null)
      ),
  );
  expect(Object.keys(handlers).sort()).toEqual(declared.map(({ name }) => name).sort());
});
