import { toTimestamp } from '../../../../shared/model/index.ts';
import type {
  ActivityParameters,
  TvcApp,
  TvcDeployment,
  TvcOperatorSet,
  TvcOperatorSetParams,
} from '../../../../shared/operations/index.ts';
import { randomUuid } from '../../../crypto/index.ts';
import { found, overQuota, requestInvalid } from '../../public-error.ts';
import type { ActingContext, ActivityContext } from '../../request-context.ts';
import type { ApplicationKind, ApplicationRow } from '../../store/index.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';

/**
 * Choice (tvc-records): an organization can have this many applications, and this many deployments of them together.
 * None of them runs.
 */
const MAXIMUM_RECORDS = 100;

/** The contents of the rows beside their ids and times. */
interface Contents {
  operator: { name: string; publicKey: string };
  operator_set: { name: string; operatorIds: string[]; threshold: number };
  app: Pick<TvcApp, 'name' | 'quorumPublicKey' | 'enableEgress' | 'enableDebugModeDeployments'> & {
    manifestSetId: string;
    shareSetId: string;
    liveDeploymentId?: string;
  };
  deployment: Omit<ActivityParameters<'create_tvc_deployment'>, 'pivotContainerEncryptedPullSecret'> & {
    manifestId: string;
    hasPullSecret: boolean;
  };
}

const WORDS = {
  operator: 'operator',
  operator_set: 'operator set',
  app: 'TVC app',
  deployment: 'TVC deployment',
} as const;

export const createTvcApp: ActivityHandler<'create_tvc_app'> = (parameters, context) => () => {
  const { name, quorumPublicKey, enableEgress = false, enableDebugModeDeployments = false } = parameters;
  requireRoom('app', context);
  const manifest = operatorSet('manifestSet', parameters.manifestSetId, parameters.manifestSetParams, context);
  const share = operatorSet('shareSet', parameters.shareSetId, parameters.shareSetParams, context);
  const settings = { name, quorumPublicKey, enableEgress, enableDebugModeDeployments };
  const appId = add('app', { ...settings, manifestSetId: manifest.id, shareSetId: share.id }, null, context);
  return {
    appId,
    manifestSetId: manifest.id,
    manifestSetOperatorIds: manifest.operatorIds,
    manifestSetThreshold: manifest.threshold,
    shareSetId: share.id,
    shareSetOperatorIds: share.operatorIds,
    shareSetThreshold: share.threshold,
  };
};

export const createTvcDeployment: ActivityHandler<'create_tvc_deployment'> = (parameters, context) => () => {
  const app = find('app', parameters.appId, context);
  if (app.isDeleted === 1) throw requestInvalid('invalid TVC app: it is marked for deletion');
  if (parameters.debugMode === true && !contentOf('app', app).enableDebugModeDeployments)
    throw requestInvalid('invalid debugMode: the TVC app does not enable it');
  requireRoom('deployment', context);
  const { pivotContainerEncryptedPullSecret: secret, ...asked } = parameters;
  const manifestId = randomUuid();
  const content = { ...asked, manifestId, hasPullSecret: secret !== undefined };
  return { deploymentId: add('deployment', content, app.recordId, context), manifestId };
};

export const deleteTvcAppAndDeployments: ActivityHandler<'delete_tvc_app_and_deployments'> =
  ({ appId }, context) =>
  () => {
    const { recordId } = find('app', appId, context);
    context.store.applications.markDeleted(recordId, context.requestedAt);
    return { appId: recordId };
  };

export const setTvcAppLiveDeployment: ActivityHandler<'set_tvc_app_live_deployment'> =
  ({ deploymentId }, context) =>
  () => {
    const { recordId, appId, isDeleted } = find('deployment', deploymentId, context);
    if (isDeleted === 1) throw requestInvalid('invalid TVC deployment: it is marked for deletion');
    const app = find('app', appId ?? '', context);
    const content = JSON.stringify({ ...contentOf('app', app), liveDeploymentId: recordId });
    context.store.applications.update({ ...app, content, updatedAt: context.requestedAt });
    return {};
  };

export const deleteTvcDeployment: ActivityHandler<'delete_tvc_deployment'> =
  ({ deploymentId }, context) =>
  () => {
    const deployment = find('deployment', deploymentId, context);
    const { liveDeploymentId } = contentOf('app', find('app', deployment.appId ?? '', context));
    if (liveDeploymentId === deployment.recordId)
      throw requestInvalid('invalid TVC deployment: it is live. Make another deployment live first');
    context.store.applications.update({ ...deployment, isDeleted: 1, updatedAt: context.requestedAt });
    return { deploymentId: deployment.recordId };
  };

export const restoreTvcDeployment: ActivityHandler<'restore_tvc_deployment'> =
  ({ deploymentId }, context) =>
  () => {
    const deployment = find('deployment', deploymentId, context);
    if (find('app', deployment.appId ?? '', context).isDeleted === 1)
      throw requestInvalid('invalid TVC app: it is marked for deletion');
    context.store.applications.update({ ...deployment, isDeleted: 0, updatedAt: context.requestedAt });
    return { deploymentId: deployment.recordId };
  };

export const listTvcApps: QueryHandler<'list_tvc_apps'> = (_request, context) => ({
  tvcApps: list('app', context).map((row) => wireApp(row, context)),
});

export const getTvcApp: QueryHandler<'get_tvc_app'> = ({ tvcAppId }, context) => ({
  tvcApp: wireApp(find('app', tvcAppId, context), context),
});

export const listTvcAppDeployments: QueryHandler<'list_tvc_app_deployments'> = (request, context) => {
  const { recordId } = find('app', request.appId, context);
  const deployments = list('deployment', context).filter(({ appId }) => appId === recordId);
  return { tvcDeployments: deployments.map((row) => wireDeployment(row, context)) };
};

export const getTvcDeployment: QueryHandler<'get_tvc_deployment'> = ({ deploymentId }, context) => ({
  tvcDeployment: wireDeployment(find('deployment', deploymentId, context), context),
});

/** The set of that id, or a new one of those operators: exactly one of the two is given. */
function operatorSet(
  member: string,
  id: string | undefined,
  params: TvcOperatorSetParams | undefined,
  context: ActivityContext,
): { id: string; operatorIds: string[]; threshold: number } {
  if ((id === undefined) === (params === undefined))
    throw requestInvalid(`bad request body: exactly one of /${member}Id and /${member}Params is needed`);
  if (params === undefined) {
    const row = find('operator_set', id ?? '', context);
    const { operatorIds, threshold } = contentOf('operator_set', row);
    return { id: row.recordId, operatorIds, threshold };
  }
  const { name, newOperators = [], existingOperatorIds = [], threshold } = params;
  const known = existingOperatorIds.map((operatorId) => find('operator', operatorId, context).recordId);
  const operatorIds = [...known, ...newOperators.map((operator) => add('operator', operator, null, context))];
  if (operatorIds.length < threshold)
    throw requestInvalid(
      `invalid operator set: ${threshold} approvals need as many operators, it has ${operatorIds.length}`,
    );
  return { id: add('operator_set', { name, operatorIds, threshold }, null, context), operatorIds, threshold };
}

function add<Kind extends ApplicationKind>(
  kind: Kind,
  content: Contents[Kind],
  appId: string | null,
  { store, caller, requestedAt }: ActivityContext,
): string {
  const { organizationId } = caller.organization;
  const recordId = randomUuid();
  const times = { createdAt: requestedAt, updatedAt: requestedAt };
  store.applications.insert({
    recordId,
    organizationId,
    kind,
    appId,
    content: JSON.stringify(content),
    isDeleted: 0,
    ...times,
  });
  return recordId;
}

function list(kind: ApplicationKind, { store, caller }: ActingContext): ApplicationRow[] {
  return store.applications.list(caller.organization.organizationId, kind);
}

function find(kind: ApplicationKind, id: string, { store, caller }: ActingContext): ApplicationRow {
  return found(store.applications.find(caller.organization.organizationId, kind, id), WORDS[kind]);
}

function contentOf<Kind extends ApplicationKind>(_kind: Kind, { content }: ApplicationRow): Contents[Kind] {
  return JSON.parse(content) as Contents[Kind];
}

function requireRoom(kind: 'app' | 'deployment', context: ActingContext): void {
  if (list(kind, context).length >= MAXIMUM_RECORDS)
    throw overQuota(`organization over quota: it has at most ${MAXIMUM_RECORDS} ${WORDS[kind]}s`);
}

const timesOf = ({ createdAt, updatedAt }: ApplicationRow) => ({
  createdAt: toTimestamp(createdAt),
  updatedAt: toTimestamp(updatedAt),
});

/** An operator's key is an encryption key and a verification key of 65 bytes each. Any other length is invalid. */
const HALF = 130;

function wireSet(id: string, context: ActingContext): TvcOperatorSet {
  const row = find('operator_set', id, context);
  const { name, operatorIds, threshold } = contentOf('operator_set', row);
  const operators = operatorIds.map((operatorId) => {
    const operator = find('operator', operatorId, context);
    const content = contentOf('operator', operator);
    const halves = content.publicKey.length === 2 * HALF;
    return {
      id: operatorId,
      ...content,
      ...timesOf(operator),
      encryptPublicKey: halves ? content.publicKey.slice(0, HALF) : '',
      signPublicKey: halves ? content.publicKey.slice(HALF) : '',
    };
  });
  return { id, name, organizationId: row.organizationId, operators, threshold, ...timesOf(row) };
}

function wireApp(row: ApplicationRow, context: ActingContext): TvcApp {
  const { manifestSetId, shareSetId, ...content } = contentOf('app', row);
  return {
    id: row.recordId,
    organizationId: row.organizationId,
    ...content,
    manifestSet: wireSet(manifestSetId, context),
    shareSet: wireSet(shareSetId, context),
    ...timesOf(row),
    publicDomain: '',
  };
}

function wireDeployment(row: ApplicationRow, context: ActingContext): TvcDeployment {
  const { manifestId, hasPullSecret, ...asked } = contentOf('deployment', row);
  const { manifestSet, shareSet } = wireApp(find('app', row.appId ?? '', context), context);
  const { instanceSizeCpus, instanceSizeRam } = asked;
  return {
    id: row.recordId,
    organizationId: row.organizationId,
    appId: row.appId ?? '',
    manifestSet,
    shareSet,
    // Choice (tvc-manifest): the manifest is the JSON of what was asked for, because nothing is built of it.
    manifest: { id: manifestId, manifest: JSON.stringify(asked), ...timesOf(row) },
    manifestApprovals: [],
    qosVersion: asked.qosVersion,
    pivotContainer: {
      containerUrl: asked.pivotContainerImageUrl,
      path: asked.pivotPath,
      args: asked.pivotArgs,
      hasPullSecret,
      healthCheckType: asked.healthCheckType,
      healthCheckPort: asked.healthCheckPort,
      publicIngressPort: asked.publicIngressPort,
    },
    ...timesOf(row),
    delete: row.isDeleted === 1,
    debugMode: asked.debugMode ?? false,
    ...(instanceSizeCpus === undefined ? {} : { instanceSizeCpus }),
    ...(instanceSizeRam === undefined ? {} : { instanceSizeRam }),
  };
}
