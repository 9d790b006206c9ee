import { AppError } from '../../shared/errors/index.ts';
import { placeInWords } from '../../shared/model/index.ts';
import type { CustodyMessages, InitFile, InputOf } from '../../shared/processes/index.ts';
import { type Bytes, randomUuid } from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';
import { type ApiKeyForm, readApiKey } from './authentication/api-key.ts';
import { createKeyring, type Keyring } from './keys/keyring.ts';
import { createMasterKey } from './keys/master-key.ts';
import { createServiceKeys } from './service-keys/service-keys.ts';
import { createStore, type Tables } from './store/index.ts';

/** The input of `start` with the master key opened: 32 bytes that the caller wipes. */
export type StartInput = Omit<InputOf<CustodyMessages, 'start'>, 'master'> & { readonly master: Bytes };

/**
 * Makes everything that the folder of a service holds, at once or not at all. Throws INVALID_INPUT for an init file
 * that is missing or contradicts itself.
 */
export function createService(
  { directory, init, master }: StartInput,
  now: number,
  memory: SecretMemory,
): { keyring: Keyring; userIds: string[] } {
  checkInit(init);
  const { key, sealedCheck } = createMasterKey(master);
  const keyring = createKeyring(key, memory);
  let userIds: string[] = [];
  try {
    createStore(directory, (tables) => {
      tables.keys.insertMasterCheck(sealedCheck);
      createServiceKeys(tables, keyring);
      userIds = createOrganization(tables, init, now);
      tables.seals.write(keyring);
    });
    return { keyring, userIds };
  } catch (error) {
    keyring.close();
    throw error;
  }
}

/** Checks what the schema of the init file cannot. Throws INVALID_INPUT before anything is made. */
function checkInit(init: InitFile | null): asserts init is InitFile {
  if (init === null) {
    throw new AppError(
      'INVALID_INPUT',
      'This folder has no organization yet, and no init file was given. The local service was not started. Start it once with `castellan serve --init FILE`.',
    );
  }
  if ((init.rootQuorumThreshold ?? 1) > init.rootUsers.length) {
    throw invalid('/rootQuorumThreshold', 'is larger than the number of root users, so nothing could ever be approved');
  }
  const seen = new Set<string>();
  init.rootUsers.forEach((user, userIndex) => {
    user.apiKeys.forEach((apiKey, keyIndex) => {
      const path = `/rootUsers/${userIndex}/apiKeys/${keyIndex}/publicKey`;
      const { publicKey } = readKey(apiKey, path);
      if (seen.has(publicKey)) throw invalid(path, 'is given twice; one key belongs to one user');
      seen.add(publicKey);
    });
  });
}

/** Makes the organization and its root users. Returns the users' ids in order. */
function createOrganization(tables: Tables, init: InitFile, now: number): string[] {
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
    const row = { userId, organizationId, userName, userEmail, userPhoneNumber: null, inRootQuorum: 1 } as const;
    tables.organizations.insertUser({ ...row, ...times });
    for (const apiKey of user.apiKeys) {
      tables.organizations.insertApiKey({
        apiKeyId: randomUuid(),
        organizationId,
        userId,
        apiKeyName: apiKey.apiKeyName,
        ...readKey(apiKey, ''),
        expirationSeconds: null,
        sessionProfileId: null,
        ...times,
      });
    }
    return userId;
  });
}

function readKey(apiKey: ApiKeyForm, path: string) {
  try {
    return readApiKey(apiKey);
  } catch {
    throw invalid(path, `is not a public key of ${apiKey.curveType}`);
  }
}

function invalid(path: string, reason: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    `The init file cannot be used: ${placeInWords(path)} ${reason}. Nothing was made. Correct the file and start again.`,
    { fields: [{ path, reason }] },
  );
}
