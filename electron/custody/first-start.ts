import { AppError } from '../../shared/errors/index.ts';
import type { Curve } from '../../shared/model/index.ts';
import type { InitFile } from '../../shared/processes/index.ts';
import { randomUuid, requirePublicKey } from '../crypto/index.ts';
import type { Tables } from './store/index.ts';

type ApiKeyCurve = InitFile['rootUsers'][number]['apiKeys'][number]['curveType'];

/** What each kind of API key is: its curve and the credential type it is registered as. */
const API_KEY_CURVES = {
  API_KEY_CURVE_P256: { curve: 'CURVE_P256', credentialType: 'CREDENTIAL_TYPE_API_KEY_P256' },
  API_KEY_CURVE_SECP256K1: { curve: 'CURVE_SECP256K1', credentialType: 'CREDENTIAL_TYPE_API_KEY_SECP256K1' },
  API_KEY_CURVE_ED25519: { curve: 'CURVE_ED25519', credentialType: 'CREDENTIAL_TYPE_API_KEY_ED25519' },
} as const satisfies Record<ApiKeyCurve, { curve: Curve; credentialType: string }>;

/** Checks what the form of the init file cannot: throws INVALID_INPUT or NOT_SUPPORTED before anything is made. */
export function checkInit(init: InitFile | null): asserts init is InitFile {
  if (init === null) {
    throw new AppError(
      'INVALID_INPUT',
      'This folder holds no organization yet and no init file was given, so the local service was not started. Start it once with --init FILE.',
    );
  }
  if ((init.rootQuorumThreshold ?? 1) > init.rootUsers.length) {
    throw invalid('/rootQuorumThreshold', 'is larger than the number of root users, so nothing could ever be approved');
  }
  // Choice (root-quorum-of-one): a larger quorum is refused at the first start, not ignored, until votes are counted.
  if ((init.rootQuorumThreshold ?? 1) > 1) {
    // Storing the number and acting on one vote would be worse than refusing it.
    throw new AppError(
      'NOT_SUPPORTED',
      'A root quorum of more than one vote is not supported by this version of Castellan. Nothing was made. Use "rootQuorumThreshold": 1.',
    );
  }
  const seen = new Set<string>();
  init.rootUsers.forEach((user, userIndex) => {
    user.apiKeys.forEach((apiKey, keyIndex) => {
      const path = `/rootUsers/${userIndex}/apiKeys/${keyIndex}/publicKey`;
      const publicKey = canonicalKey(apiKey, path);
      if (seen.has(publicKey)) throw invalid(path, 'is given twice; one key belongs to one user');
      seen.add(publicKey);
    });
  });
}

/** Makes the organization and its root users. Gives the users' ids in order. */
export function createOrganization(tables: Tables, init: InitFile, now: number): string[] {
  const times = { createdAt: now, updatedAt: now };
  const organizationId = randomUuid();
  tables.organizations.insert({
    organizationId,
    parentOrganizationId: null,
    organizationName: init.organizationName,
    rootQuorumThreshold: init.rootQuorumThreshold ?? 1,
    authProxyConfigId: init.authProxyConfigId ?? null,
    ...times,
  });
  return init.rootUsers.map((user) => {
    const userId = randomUuid();
    const { userName, userEmail = null } = user;
    tables.organizations.insertUser({ userId, organizationId, userName, userEmail, inRootQuorum: 1, ...times });
    for (const apiKey of user.apiKeys) {
      tables.organizations.insertApiKey({
        apiKeyId: randomUuid(),
        organizationId,
        userId,
        apiKeyName: apiKey.apiKeyName,
        publicKey: canonicalKey(apiKey, ''),
        credentialType: API_KEY_CURVES[apiKey.curveType].credentialType,
        expirationSeconds: null,
        ...times,
      });
    }
    return userId;
  });
}

/** The key as stamps spell it: lowercase, compressed, a point of its curve. */
function canonicalKey(apiKey: { publicKey: string; curveType: ApiKeyCurve }, path: string): string {
  try {
    return requirePublicKey(API_KEY_CURVES[apiKey.curveType].curve, apiKey.publicKey);
  } catch {
    throw invalid(path, `is not a public key of ${apiKey.curveType}`);
  }
}

function invalid(path: string, reason: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    `The init file cannot be used: ${path} ${reason}. Nothing was made. Correct the file and start again.`,
    { fields: [{ path, reason }] },
  );
}
