import { createKeyring } from '../../../electron/custody/keys/keyring.ts';
import { openMasterKey } from '../../../electron/custody/keys/master-key.ts';
import { openStore, type Store } from '../../../electron/custody/store/index.ts';
import { createArena, createSecretMemory } from '../../../electron/hardening/index.ts';

/** Activities that one transaction stores. */
const AT_ONCE = 2000;
/** Characters of a payload, so that an activity with its vote takes about 2.3 KB of the file. */
const PAYLOAD = 512;

/** The time of the activities, and one after which they are archived. */
const NOW = Date.now();
const MONTHS = 200 * 24 * 60 * 60 * 1000;

/** The master key of a measured service. */
export const MASTER = new Uint8Array(32).fill(3);

/** Archives all activities but the newest, as the service does some months later. */
export function archiveActivities({ archiving }: Store): Promise<readonly string[]> {
  return archiving.run({ now: NOW + MONTHS, pause: async () => {}, noteDamage: () => {} });
}

/** The activities of a service that is mostly asked to sign. */
export const RARE_TYPE = 'ACTIVITY_TYPE_CREATE_WALLET';
const USUAL_TYPE = 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2';

interface Ids {
  readonly organizationId: string;
  readonly userId: string;
}

/** Opens the store of a stopped service for as long as `use` runs. */
export async function withStore(directory: string, master: Uint8Array, use: (store: Store) => unknown): Promise<void> {
  const store = openStore(directory);
  try {
    const check = store.keys.masterCheck();
    if (check === undefined) throw new Error('The service of the benchmark has no master key.');
    const key = openMasterKey(Uint8Array.from(master), check);
    const keyring = createKeyring(key, createSecretMemory(createArena().pages));
    store.seals.open(keyring);
    await use(store);
    keyring.close();
  } finally {
    store.close();
  }
}

/** Adds activities to a stopped service. One in a thousand failed, and one in twenty thousand is of a rare type. */
export function fillActivities(store: Store, ids: Ids, count: number): void {
  for (let made = 0; made < count; made += AT_ONCE) {
    store.transaction(() => {
      for (let index = made; index < Math.min(made + AT_ONCE, count); index += 1) addActivity(store, ids, index);
    });
  }
}

function addActivity({ activities }: Store, { organizationId, userId }: Ids, index: number): void {
  const name = index.toString(16).padStart(12, '0');
  const activityId = `01900000-0000-7000-8000-${name}`;
  const type = index % 20_000 === 19_999 ? RARE_TYPE : USUAL_TYPE;
  const payload = name.repeat(Math.ceil(PAYLOAD / name.length));
  const parameters = { signWith: `0x${'f39Fd6e51aad88F6F4ce6aB8827279cffFb92266'}`, payload };
  const isFailed = index % 1000 === 999;
  activities.insert({
    activityId,
    organizationId,
    type,
    fingerprint: `sha256:${name.repeat(5)}`,
    status: isFailed ? 'ACTIVITY_STATUS_FAILED' : 'ACTIVITY_STATUS_COMPLETED',
    intent: JSON.stringify({ signRawPayloadIntentV2: parameters }),
    result: isFailed
      ? null
      : JSON.stringify({ signRawPayloadResult: { r: name.repeat(5), s: name.repeat(5), v: '00' } }),
    failure: null,
    createdAt: NOW,
    updatedAt: NOW,
  });
  activities.insertFirstVote({
    voteId: `01900000-0000-4000-9000-${name}`,
    activityId,
    userId,
    selection: 'VOTE_SELECTION_APPROVED',
    message: JSON.stringify({ type, timestampMs: '1', organizationId, parameters }),
    publicKey: `02${name.repeat(5)}`,
    signature: name.repeat(12),
    scheme: 'SIGNATURE_SCHEME_TK_API_P256',
    evaluations: null,
    createdAt: 1,
  });
}
