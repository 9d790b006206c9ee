import type { Static } from 'typebox';
import { AppError } from '../errors/index.ts';
import { getActivity, listActivities } from './activities.ts';
import { getApiKey } from './api-keys.ts';
import type { ActivityOperation, Operation, Query } from './define.ts';
import { webhookKeys } from './discovery.ts';
import { importPrivateKey, importWallet, initImportPrivateKey, initImportWallet } from './imports.ts';
import { whoami } from './organizations.ts';
import { createPrivateKeys, exportPrivateKey, getPrivateKey, listPrivateKeys } from './private-keys.ts';
import { signRawPayload, signRawPayloads, signTransaction } from './signing.ts';
import {
  createWallet,
  createWalletAccounts,
  exportWallet,
  exportWalletAccount,
  listWalletAccounts,
  listWallets,
} from './wallets.ts';

export { checkValue } from './check.ts';
export type { ActivityOperation, Discovery, Exports, Operation, Query, Risk, Signs } from './define.ts';
export type {
  Activity,
  ApiKey,
  KeyAddress,
  PrivateKey,
  Vote,
  Wallet,
  WalletAccount,
  WalletAccountParams,
} from './fields.ts';

export { placeIn, type SchemaNode, schemaNode, titleOf } from './schema.ts';

/** The whole interface. Adding an operation is one entry here and one handler in the local service. */
export const OPERATIONS = {
  whoami,
  create_wallet: createWallet,
  create_wallet_accounts: createWalletAccounts,
  list_wallets: listWallets,
  list_wallet_accounts: listWalletAccounts,
  get_api_key: getApiKey,
  sign_raw_payload: signRawPayload,
  sign_raw_payloads: signRawPayloads,
  sign_transaction: signTransaction,
  export_wallet_account: exportWalletAccount,
  export_wallet: exportWallet,
  create_private_keys: createPrivateKeys,
  get_private_key: getPrivateKey,
  list_private_keys: listPrivateKeys,
  export_private_key: exportPrivateKey,
  init_import_private_key: initImportPrivateKey,
  import_private_key: importPrivateKey,
  init_import_wallet: initImportWallet,
  import_wallet: importWallet,
  get_activity: getActivity,
  list_activities: listActivities,
  webhook_keys: webhookKeys,
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

type OfKind<Kind extends Operation['kind']> = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]['kind'] extends Kind ? Name : never;
}[OperationName];
export type QueryName = OfKind<'query'>;
export type ActivityName = OfKind<'activity'>;
export type DiscoveryName = OfKind<'discovery'>;

export type QueryRequest<Name extends QueryName> =
  (typeof OPERATIONS)[Name] extends Query<string, infer Request, infer _Response> ? Static<Request> : never;
export type QueryResponse<Name extends QueryName> =
  (typeof OPERATIONS)[Name] extends Query<string, infer _Request, infer Response> ? Static<Response> : never;
export type ActivityParameters<Name extends ActivityName> =
  (typeof OPERATIONS)[Name] extends ActivityOperation<string, infer Parameters, infer _Result>
    ? Static<Parameters>
    : never;
export type ActivityResult<Name extends ActivityName> =
  (typeof OPERATIONS)[Name] extends ActivityOperation<string, infer _Parameters, infer Result> ? Static<Result> : never;

/** The operation of that name, or undefined. */
export function findOperation(name: string): Operation | undefined {
  return Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name as OperationName] : undefined;
}

/** The declared operation of that name. Throws UNKNOWN_OPERATION. */
export function requireOperation(name: string): Operation {
  const operation = findOperation(name);
  if (operation !== undefined) return operation;
  throw new AppError(
    'UNKNOWN_OPERATION',
    `There is no such operation, so nothing was sent. The operations are: ${Object.keys(OPERATIONS).join(', ')}.`,
  );
}

/** The activity whose `type` value this is, or undefined (a newer server, or an operation not declared here). */
export function findActivityByType(activityType: string): ActivityOperation | undefined {
  const operations: readonly Operation[] = Object.values(OPERATIONS);
  return operations.find(
    (operation): operation is ActivityOperation =>
      operation.kind === 'activity' && operation.activityType === activityType,
  );
}
