/** Reads the verifiable applications of an organization with their deployments. */
import { sentence } from '../../../shared/errors/index.ts';
import {
  type AppDeployment,
  isJsonObject,
  ownMember,
  readTimestamp,
  type VerifiableApp,
} from '../../../shared/model/index.ts';
import type { TvcApp, TvcDeployment, TvcOperatorSet } from '../../../shared/operations/index.ts';
import type { Asking, Queries } from '../queries/queries.ts';
import { reasonOf } from './refusals.ts';

/** Applications whose deployments are read, one query each. */
const MAXIMUM_DEPLOYMENT_READS = 100;
const NOT_READ = sentence`The deployments of ${MAXIMUM_DEPLOYMENT_READS} applications are read. Those of this one were not.`;

/**
 * Returns the applications with their deployments. An application whose deployments the service refuses has those of
 * `earlier`, with the reason. Throws what a query throws.
 */
export async function readApps(
  queries: Pick<Queries, 'ask'>,
  earlier: readonly VerifiableApp[],
  asking: Asking,
): Promise<VerifiableApp[]> {
  const { tvcApps } = await queries.ask('list_tvc_apps', {}, asking);
  const apps: VerifiableApp[] = [];
  for (const [at, app] of tvcApps.entries()) {
    if (at >= MAXIMUM_DEPLOYMENT_READS) apps.push({ ...readApp(app), deployments: null, problem: NOT_READ });
    else
      try {
        const { tvcDeployments } = await queries.ask('list_tvc_app_deployments', { appId: app.id }, asking);
        apps.push({ ...readApp(app), deployments: tvcDeployments.map(readDeployment), problem: null });
      } catch (error) {
        const deployments = earlier.find(({ id }) => id === app.id)?.deployments ?? null;
        apps.push({ ...readApp(app), deployments, problem: reasonOf(error) });
      }
  }
  return apps;
}

const readApp = (app: TvcApp): Omit<VerifiableApp, 'deployments' | 'problem'> => ({
  id: app.id,
  name: app.name,
  quorumKey: app.quorumPublicKey,
  domain: app.publicDomain,
  liveDeploymentId: app.liveDeploymentId ?? null,
  hasEgress: app.enableEgress,
  allowsDebug: app.enableDebugModeDeployments,
  manifestSet: readSet(app.manifestSet),
  shareSet: readSet(app.shareSet),
  createdAt: readTimestamp(app.createdAt),
});

const readSet = ({ name, threshold, operators }: TvcOperatorSet): VerifiableApp['manifestSet'] => ({
  name,
  threshold,
  operators: operators.map((operator) => operator.name),
});

const readDeployment = (deployment: TvcDeployment): AppDeployment => ({
  id: deployment.id,
  image: deployment.pivotContainer.containerUrl,
  version: deployment.qosVersion,
  digest: digestIn(deployment.manifest.manifest),
  path: deployment.pivotContainer.path,
  arguments: [...deployment.pivotContainer.args],
  isDebug: deployment.debugMode,
  isDeleted: deployment.delete,
  approvals: deployment.manifestApprovals.length,
  createdAt: readTimestamp(deployment.createdAt),
});

/** Returns the digest in a manifest of the local service, or in one of a secure enclave. Null for any other text. */
function digestIn(manifest: string): string | null {
  let read: unknown;
  try {
    read = JSON.parse(manifest);
  } catch {
    return null;
  }
  if (!isJsonObject(read)) return null;
  const pivot = ownMember(read, 'pivot');
  const stated = ownMember(read, 'expectedPivotDigest') ?? (isJsonObject(pivot) ? ownMember(pivot, 'hash') : undefined);
  return typeof stated === 'string' ? stated : null;
}
