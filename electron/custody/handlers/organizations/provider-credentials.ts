import { toTimestamp } from '../../../../shared/model/index.ts';
import type {
  ActivityParameters,
  FiatOnRampCredential,
  Oauth2Credential,
} from '../../../../shared/operations/index.ts';
import { randomUuid } from '../../../crypto/index.ts';
import { found, overQuota } from '../../public-error.ts';
import type { ActingContext, ActivityContext } from '../../request-context.ts';
import type { ProviderCredentialRow, ProviderKind } from '../../store/index.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';

/** Choice (provider-credentials): an organization keeps at most this many of each kind. Secrets stay encrypted as they came. */
const MAXIMUM_CREDENTIALS = 100;
const NAMES: Readonly<Record<ProviderKind, string>> = {
  oauth2: 'OAuth 2.0 credential',
  on_ramp: 'fiat on-ramp credential',
};

export const createOauth2Credential: ActivityHandler<'create_oauth2_credential'> = (parameters, context) => () => ({
  oauth2CredentialId: add('oauth2', parameters, context),
});

export const updateOauth2Credential: ActivityHandler<'update_oauth2_credential'> =
  ({ oauth2CredentialId, ...content }, context) =>
  () => ({ oauth2CredentialId: replace(find('oauth2', oauth2CredentialId, context), content, context) });

export const deleteOauth2Credential: ActivityHandler<'delete_oauth2_credential'> =
  ({ oauth2CredentialId }, context) =>
  () => ({ oauth2CredentialId: remove(find('oauth2', oauth2CredentialId, context), context) });

export const getOauth2Credential: QueryHandler<'get_oauth2_credential'> = ({ oauth2CredentialId }, context) => ({
  oauth2Credential: wireOauth2(find('oauth2', oauth2CredentialId, context)),
});

export const listOauth2Credentials: QueryHandler<'list_oauth2_credentials'> = (_request, context) => ({
  oauth2Credentials: list('oauth2', context).map(wireOauth2),
});

export const createFiatOnRampCredential: ActivityHandler<'create_fiat_on_ramp_credential'> =
  (parameters, context) => () => ({
    fiatOnRampCredentialId: add('on_ramp', parameters, context),
  });

export const updateFiatOnRampCredential: ActivityHandler<'update_fiat_on_ramp_credential'> =
  ({ fiatOnrampCredentialId, ...content }, context) =>
  () => {
    const row = find('on_ramp', fiatOnrampCredentialId, context);
    const { sandboxMode } = onRampOf(row);
    const kept = sandboxMode === undefined ? content : { ...content, sandboxMode };
    return { fiatOnRampCredentialId: replace(row, kept, context) };
  };

export const deleteFiatOnRampCredential: ActivityHandler<'delete_fiat_on_ramp_credential'> =
  ({ fiatOnrampCredentialId }, context) =>
  () => ({ fiatOnRampCredentialId: remove(find('on_ramp', fiatOnrampCredentialId, context), context) });

export const listFiatOnRampCredentials: QueryHandler<'list_fiat_on_ramp_credentials'> = (_request, context) => ({
  fiatOnRampCredentials: list('on_ramp', context).map(wireOnRamp),
});

function add(kind: ProviderKind, content: object, { store, caller, requestedAt }: ActivityContext): string {
  const { organizationId } = caller.organization;
  if (store.providerCredentials.list(organizationId, kind).length >= MAXIMUM_CREDENTIALS)
    throw overQuota(
      `organization over quota: it keeps at most ${MAXIMUM_CREDENTIALS} of each kind, so this ${NAMES[kind]} was not kept. Delete one first.`,
    );
  const credentialId = randomUuid();
  const times = { createdAt: requestedAt, updatedAt: requestedAt };
  store.providerCredentials.insert({ credentialId, organizationId, kind, content: JSON.stringify(content), ...times });
  return credentialId;
}

function replace(row: ProviderCredentialRow, content: object, { store, requestedAt }: ActivityContext): string {
  store.providerCredentials.update({ ...row, content: JSON.stringify(content), updatedAt: requestedAt });
  return row.credentialId;
}

function remove({ credentialId }: ProviderCredentialRow, { store }: ActivityContext): string {
  store.providerCredentials.remove(credentialId);
  return credentialId;
}

function find(kind: ProviderKind, id: string, { store, caller }: ActingContext): ProviderCredentialRow {
  return found(store.providerCredentials.find(caller.organization.organizationId, kind, id), NAMES[kind]);
}

function list(kind: ProviderKind, { store, caller }: ActingContext): ProviderCredentialRow[] {
  return store.providerCredentials.list(caller.organization.organizationId, kind);
}

function timesOf({ createdAt, updatedAt }: ProviderCredentialRow) {
  return { createdAt: toTimestamp(createdAt), updatedAt: toTimestamp(updatedAt) };
}

function wireOauth2(row: ProviderCredentialRow): Oauth2Credential {
  // `add` and `replace` wrote each content from checked parameters.
  const content: ActivityParameters<'create_oauth2_credential'> = JSON.parse(row.content);
  return { oauth2CredentialId: row.credentialId, organizationId: row.organizationId, ...content, ...timesOf(row) };
}

function onRampOf({ content }: ProviderCredentialRow): ActivityParameters<'create_fiat_on_ramp_credential'> {
  return JSON.parse(content);
}

function wireOnRamp(row: ProviderCredentialRow): FiatOnRampCredential {
  const { credentialId: fiatOnrampCredentialId, organizationId } = row;
  return { fiatOnrampCredentialId, organizationId, ...onRampOf(row), ...timesOf(row) };
}
