import { parseJson, toTimestamp } from '../../../../shared/model/index.ts';
import type { SmartContractInterface } from '../../../../shared/operations/index.ts';
import { hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';
import { randomUuid, sha256 } from '../../../crypto/index.ts';
import { found, overQuota, requestInvalid } from '../../public-error.ts';
import type { ActingContext } from '../../request-context.ts';
import type { SmartContractInterfaceRow } from '../../store/index.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';

/** Choice (contract-interfaces): an organization keeps at most this many. */
const MAXIMUM_INTERFACES = 100;

/**
 * Choice (contract-interface-json): the text has to be JSON, as every ABI and IDL is. Policies use as much of it as
 * they can.
 */
export const createSmartContractInterface: ActivityHandler<'create_smart_contract_interface'> = (
  parameters,
  context,
) => {
  const { store, caller, requestedAt } = context;
  const { organizationId } = caller.organization;
  const { notes = '', ...given } = parameters;
  parseJson(given.smartContractInterface, (why) => requestInvalid(`invalid smart contract interface: ${why}`));
  return () => {
    if (store.smartContractInterfaces.list(organizationId).length >= MAXIMUM_INTERFACES)
      throw overQuota(`organization over quota: it keeps at most ${MAXIMUM_INTERFACES} smart contract interfaces`);
    const smartContractInterfaceId = randomUuid();
    const times = { createdAt: requestedAt, updatedAt: requestedAt };
    store.smartContractInterfaces.insert({ smartContractInterfaceId, organizationId, notes, ...given, ...times });
    return { smartContractInterfaceId };
  };
};

export const deleteSmartContractInterface: ActivityHandler<'delete_smart_contract_interface'> =
  (parameters, context) => () => {
    const { smartContractInterfaceId } = findInterface(parameters.smartContractInterfaceId, context);
    context.store.smartContractInterfaces.remove(smartContractInterfaceId);
    return { smartContractInterfaceId };
  };

export const getSmartContractInterface: QueryHandler<'get_smart_contract_interface'> = (request, context) => ({
  smartContractInterface: wireInterface(findInterface(request.smartContractInterfaceId, context)),
});

export const listSmartContractInterfaces: QueryHandler<'list_smart_contract_interfaces'> = (_request, context) => ({
  smartContractInterfaces: interfacesOf(context).map(wireInterface),
});

/** The interfaces as get_organization lists them. The digest is the hex SHA-256 of the text. */
export function interfaceReferences(context: ActingContext) {
  return interfacesOf(context).map(({ smartContractInterfaceId, smartContractAddress, smartContractInterface }) => ({
    smartContractInterfaceId,
    smartContractAddress,
    digest: hexEncode(sha256(utf8Encode(smartContractInterface))),
  }));
}

function interfacesOf({ store, caller }: ActingContext): SmartContractInterfaceRow[] {
  return store.smartContractInterfaces.list(caller.organization.organizationId);
}

function findInterface(id: string, { store, caller }: ActingContext): SmartContractInterfaceRow {
  const row = store.smartContractInterfaces.find(caller.organization.organizationId, id);
  return found(row, 'smart contract interface');
}

function wireInterface({ createdAt, updatedAt, ...row }: SmartContractInterfaceRow): SmartContractInterface {
  return { ...row, createdAt: toTimestamp(createdAt), updatedAt: toTimestamp(updatedAt) };
}
