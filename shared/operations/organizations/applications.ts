import Type, { type Static } from 'typebox';
import { TVC_HEALTH_CHECK_TYPES } from '../../model/enums.ts';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, EnumText, Ids, IdTexts, KeyText, Label, Text, Timestamp, Uuid } from '../fields.ts';

/** Verifiable applications and their deployments. This service only keeps the records and runs nothing. */

const times = { createdAt: Timestamp('Created at'), updatedAt: Timestamp('Updated at') };
const id = BytesText('Id');
const organizationId = BytesText('Organization id');

const Operator = Type.Object(
  {
    id,
    name: Text('Name'),
    publicKey: KeyText('Public key'),
    ...times,
    encryptPublicKey: KeyText('Encrypt public key'),
    signPublicKey: KeyText('Sign public key'),
  },
  { title: 'Operator' },
);
const OperatorSet = (title: string) =>
  Type.Object(
    {
      id,
      name: Text('Name'),
      organizationId,
      operators: Type.Array(Operator, { title: 'Operators' }),
      threshold: Type.Integer({ title: 'Threshold' }),
      ...times,
    },
    { title },
  );
export type TvcOperatorSet = Static<ReturnType<typeof OperatorSet>>;
const sets = { manifestSet: OperatorSet('Manifest set'), shareSet: OperatorSet('Share set') };

const TvcApp = Type.Object(
  {
    id,
    organizationId,
    name: Text('Name'),
    quorumPublicKey: KeyText('Quorum public key'),
    ...sets,
    enableEgress: Type.Boolean({ title: 'Enable egress' }),
    ...times,
    liveDeploymentId: Type.Optional(BytesText('Live deployment id')),
    publicDomain: Text('Public domain'),
    enableDebugModeDeployments: Type.Boolean({ title: 'Enable debug mode deployments' }),
  },
  { title: 'Application' },
);
export type TvcApp = Static<typeof TvcApp>;

const TvcDeployment = Type.Object(
  {
    id,
    organizationId,
    appId: BytesText('Application id'),
    ...sets,
    manifest: Type.Object({ id, manifest: BytesText('Manifest'), ...times }, { title: 'Manifest' }),
    manifestApprovals: Type.Array(Type.Record(Type.String(), Type.Unknown()), { title: 'Manifest approvals' }),
    qosVersion: Text('QOS version'),
    pivotContainer: Type.Object(
      {
        containerUrl: Text('Container URL'),
        path: Text('Path'),
        args: Type.Array(Type.String(), { title: 'Arguments' }),
        hasPullSecret: Type.Boolean({ title: 'Has pull secret' }),
        healthCheckType: EnumText('Health check type', TVC_HEALTH_CHECK_TYPES),
        healthCheckPort: Type.Integer({ title: 'Health check port' }),
        publicIngressPort: Type.Integer({ title: 'Public ingress port' }),
      },
      { title: 'Pivot container' },
    ),
    ...times,
    delete: Type.Boolean({ title: 'Marked for deletion' }),
    debugMode: Type.Boolean({ title: 'Debug mode' }),
    instanceSizeCpus: Type.Optional(Type.Integer({ title: 'CPUs' })),
    instanceSizeRam: Type.Optional(Type.Integer({ title: 'RAM' })),
  },
  { title: 'Deployment' },
);
export type TvcDeployment = Static<typeof TvcDeployment>;

const PublicKey = (title: string) =>
  Type.String({
    title,
    kind: 'key',
    pattern: '^([0-9a-fA-F]{2}){1,512}$',
    says: 'hexadecimal digits, two a byte, of at most 512 bytes',
  });
const OperatorSetParams = (title: string) =>
  Type.Object(
    {
      name: Label('Name'),
      newOperators: Type.Optional(
        Type.Array(Type.Object({ name: Label('Name'), publicKey: PublicKey('Public key') }), {
          title: 'New operators',
          maxItems: 100,
        }),
      ),
      existingOperatorIds: Type.Optional(Ids('Existing operator ids')),
      threshold: Type.Integer({ title: 'Threshold', minimum: 1, maximum: 100 }),
    },
    { title },
  );
export type TvcOperatorSetParams = Static<ReturnType<typeof OperatorSetParams>>;

const Port = (title: string) => Type.Integer({ title, minimum: 0, maximum: 65_535 });
const Line = (title: string) => Type.String({ title, minLength: 1, maxLength: 2048 });

const exampleKey = '04'.repeat(130);
const exampleOperator = { id: EXAMPLE.userId, name: 'Operator', publicKey: exampleKey };
const exampleTimes = { createdAt: EXAMPLE.timestamp, updatedAt: EXAMPLE.timestamp };
const exampleSet = {
  id: EXAMPLE.tagId,
  name: 'Operators',
  organizationId: EXAMPLE.organizationId,
  operators: [
    { ...exampleOperator, ...exampleTimes, encryptPublicKey: '04'.repeat(65), signPublicKey: '04'.repeat(65) },
  ],
  threshold: 1,
  ...exampleTimes,
};
const exampleParams = { name: 'Operators', newOperators: [{ name: 'Operator', publicKey: exampleKey }], threshold: 1 };
const exampleApp = {
  id: EXAMPLE.appId,
  organizationId: EXAMPLE.organizationId,
  name: 'Signer',
  quorumPublicKey: exampleKey,
  manifestSet: exampleSet,
  shareSet: exampleSet,
  enableEgress: false,
  ...exampleTimes,
  publicDomain: '',
  enableDebugModeDeployments: false,
};
const exampleDeploymentParams = {
  appId: EXAMPLE.appId,
  qosVersion: '1.0.0',
  pivotContainerImageUrl: 'registry.example.com/signer:1',
  pivotPath: '/signer',
  pivotArgs: ['--port', '3000'],
  expectedPivotDigest: 'ab'.repeat(32),
  healthCheckType: 'TVC_HEALTH_CHECK_TYPE_HTTP' as const,
  healthCheckPort: 3000,
  publicIngressPort: 3000,
};
const exampleDeployment = {
  id: EXAMPLE.deploymentId,
  organizationId: EXAMPLE.organizationId,
  appId: EXAMPLE.appId,
  manifestSet: exampleSet,
  shareSet: exampleSet,
  manifest: { id: EXAMPLE.deploymentId, manifest: '{}', ...exampleTimes },
  manifestApprovals: [],
  qosVersion: '1.0.0',
  pivotContainer: {
    containerUrl: 'registry.example.com/signer:1',
    path: '/signer',
    args: ['--port', '3000'],
    hasPullSecret: false,
    healthCheckType: 'TVC_HEALTH_CHECK_TYPE_HTTP',
    healthCheckPort: 3000,
    publicIngressPort: 3000,
  },
  ...exampleTimes,
  delete: false,
  debugMode: false,
};

export const createTvcApp = activity({
  name: 'create_tvc_app',
  title: 'Create TVC app',
  summary: 'Stores the record of a verifiable application. Nothing runs here.',
  specified: false,
  governed: policies('TVC_APP', 'CREATE'),
  parameters: Type.Object({
    name: Label('Name'),
    quorumPublicKey: PublicKey('Quorum public key'),
    manifestSetId: Type.Optional(Uuid('Manifest set id')),
    manifestSetParams: Type.Optional(OperatorSetParams('Manifest set')),
    shareSetId: Type.Optional(Uuid('Share set id')),
    shareSetParams: Type.Optional(OperatorSetParams('Share set')),
    enableEgress: Type.Optional(Type.Boolean({ title: 'Enable egress' })),
    enableDebugModeDeployments: Type.Optional(Type.Boolean({ title: 'Enable debug mode deployments' })),
  }),
  result: Type.Object({
    appId: BytesText('Application id'),
    manifestSetId: BytesText('Manifest set id'),
    manifestSetOperatorIds: IdTexts('Manifest set operator ids'),
    manifestSetThreshold: Type.Integer({ title: 'Manifest set threshold' }),
    shareSetId: BytesText('Share set id'),
    shareSetOperatorIds: IdTexts('Share set operator ids'),
    shareSetThreshold: Type.Integer({ title: 'Share set threshold' }),
  }),
  example: {
    parameters: {
      name: 'Signer',
      quorumPublicKey: exampleKey,
      manifestSetParams: exampleParams,
      shareSetParams: exampleParams,
    },
    result: {
      appId: EXAMPLE.appId,
      manifestSetId: EXAMPLE.tagId,
      manifestSetOperatorIds: [EXAMPLE.userId],
      manifestSetThreshold: 1,
      shareSetId: EXAMPLE.tagId,
      shareSetOperatorIds: [EXAMPLE.userId],
      shareSetThreshold: 1,
    },
  },
});

export const createTvcDeployment = activity({
  name: 'create_tvc_deployment',
  title: 'Create TVC deployment',
  summary: 'Stores the record of a deployment of an application. Nothing runs here.',
  specified: false,
  governed: policies('TVC_DEPLOYMENT', 'CREATE'),
  parameters: Type.Object({
    appId: Uuid('Application id'),
    qosVersion: Line('QOS version'),
    pivotContainerImageUrl: Line('Pivot container image URL'),
    pivotPath: Line('Pivot path'),
    pivotArgs: Type.Array(Type.String({ maxLength: 2048 }), { title: 'Pivot arguments', maxItems: 100 }),
    expectedPivotDigest: Type.String({ title: 'Expected pivot digest', kind: 'hash', minLength: 1, maxLength: 2048 }),
    nonce: Type.Optional(Type.Integer({ title: 'Nonce', minimum: 0, maximum: 2 ** 32 - 1 })),
    pivotContainerEncryptedPullSecret: Type.Optional(
      Type.String({ title: 'Pivot container encrypted pull secret', maxLength: 65_536 }),
    ),
    debugMode: Type.Optional(Type.Boolean({ title: 'Debug mode' })),
    healthCheckType: Type.Enum(TVC_HEALTH_CHECK_TYPES, { title: 'Health check type' }),
    healthCheckPort: Port('Health check port'),
    publicIngressPort: Port('Public ingress port'),
    replicas: Type.Optional(Type.Integer({ title: 'Replicas', minimum: 1, maximum: 100 })),
    instanceSizeCpus: Type.Optional(Type.Integer({ title: 'CPUs', minimum: 1, maximum: 1024 })),
    instanceSizeRam: Type.Optional(Type.Integer({ title: 'RAM', minimum: 1, maximum: 2 ** 31 - 1 })),
  }),
  result: Type.Object({ deploymentId: BytesText('Deployment id'), manifestId: BytesText('Manifest id') }),
  example: {
    parameters: exampleDeploymentParams,
    result: { deploymentId: EXAMPLE.deploymentId, manifestId: EXAMPLE.deploymentId },
  },
});

export const deleteTvcAppAndDeployments = activity({
  name: 'delete_tvc_app_and_deployments',
  title: 'Delete TVC app and deployments',
  summary: 'Marks an application and all its deployments for deletion.',
  specified: true,
  governed: policies('TVC_APP', 'DELETE'),
  parameters: Type.Object({ appId: Uuid('Application id') }),
  result: Type.Object({ appId: BytesText('Application id') }),
  example: { parameters: { appId: EXAMPLE.appId }, result: { appId: EXAMPLE.appId } },
});

/** Choice (tvc-deployments): these resources and actions for policies. */
const ofDeployment = {
  specified: false,
  parameters: Type.Object({ deploymentId: Uuid('Deployment id') }),
} as const;
const exampleOfDeployment = { deploymentId: EXAMPLE.deploymentId };

export const setTvcAppLiveDeployment = activity({
  ...ofDeployment,
  name: 'set_tvc_app_live_deployment',
  typeName: 'update_tvc_app_live_deployment',
  title: 'Set live TVC deployment',
  summary: 'Records which deployment of an application is live. Nothing runs here.',
  governed: policies('TVC_APP', 'UPDATE'),
  result: Type.Object({}),
  example: { parameters: exampleOfDeployment, result: {} },
});

export const deleteTvcDeployment = activity({
  ...ofDeployment,
  name: 'delete_tvc_deployment',
  title: 'Delete TVC deployment',
  summary: 'Marks a deployment that is not live for deletion.',
  governed: policies('TVC_DEPLOYMENT', 'DELETE'),
  result: Type.Object({ deploymentId: BytesText('Deployment id') }),
  example: { parameters: exampleOfDeployment, result: exampleOfDeployment },
});

export const restoreTvcDeployment = activity({
  ...ofDeployment,
  name: 'restore_tvc_deployment',
  title: 'Restore TVC deployment',
  summary: 'Takes the mark of deletion from a deployment.',
  governed: policies('TVC_DEPLOYMENT', 'UPDATE'),
  result: Type.Object({ deploymentId: BytesText('Deployment id') }),
  example: { parameters: exampleOfDeployment, result: exampleOfDeployment },
});

export const listTvcApps = query({
  name: 'list_tvc_apps',
  title: 'TVC apps',
  summary: 'Lists the verifiable applications of the organization.',
  specified: false,
  request: {},
  response: Type.Object({ tvcApps: Type.Array(TvcApp, { title: 'Applications' }) }),
  example: { request: {}, response: { tvcApps: [exampleApp] } },
});

export const getTvcApp = query({
  name: 'get_tvc_app',
  title: 'TVC app',
  summary: 'Shows a verifiable application.',
  specified: false,
  request: { tvcAppId: Uuid('Application id') },
  response: Type.Object({ tvcApp: TvcApp }),
  example: { request: { tvcAppId: EXAMPLE.appId }, response: { tvcApp: exampleApp } },
});

export const listTvcAppDeployments = query({
  name: 'list_tvc_app_deployments',
  title: 'TVC deployments',
  summary: 'Lists the deployments of an application.',
  specified: false,
  request: { appId: Uuid('Application id') },
  response: Type.Object({ tvcDeployments: Type.Array(TvcDeployment, { title: 'Deployments' }) }),
  example: { request: { appId: EXAMPLE.appId }, response: { tvcDeployments: [exampleDeployment] } },
});

export const getTvcDeployment = query({
  name: 'get_tvc_deployment',
  title: 'TVC deployment',
  summary: 'Shows a deployment of an application.',
  specified: false,
  request: { deploymentId: Uuid('Deployment id') },
  response: Type.Object({ tvcDeployment: TvcDeployment }),
  example: { request: { deploymentId: EXAMPLE.deploymentId }, response: { tvcDeployment: exampleDeployment } },
});
