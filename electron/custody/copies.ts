import { AppError, type ErrorCode } from '../../shared/errors/index.ts';
import type { Curve } from '../../shared/model/index.ts';
import type { CopyFacts, CustodyMessages, InputOf, ListedArchive } from '../../shared/processes/index.ts';
import { publicKeyOf } from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';
import { yieldToEventLoop } from '../storage/sqlite/index.ts';
import { createKeyring, type Keyring, PLACES } from './keys/keyring.ts';
import type { MasterHandover } from './keys/master-handover.ts';
import { openMasterKey } from './keys/master-key.ts';
import { curveOfServiceKey } from './service-keys/service-keys.ts';
import { openStore, openStoreCopy, type Store } from './store/index.ts';

/** Main ends a process that is silent for a minute, so a long copy replies that it continues. Milliseconds. */
const ANSWER_WITHIN = 1_000;
/** The number of keys after which the event loop runs other work. */
const KEYS_IN_BATCH = 50;
/** The number of changed rows that are named. A replaced table may have millions. */
const MAXIMUM_NAMED = 1000;
/** The errors of a sealed key that does not open, or opens to no key of its curve. */
const DAMAGE: readonly ErrorCode[] = ['KEYSTORE_CORRUPT', 'KEY_INVALID'];

interface CopiedKey {
  readonly curve: Curve;
  readonly publicKey: string;
  readonly sealedPrivateKey: Uint8Array;
}

/** Copies of a service's database: made for a backup, and examined in memory. */
export function createCopies(memory: SecretMemory, handover: MasterHandover) {
  let copying: { readonly path: string; readonly done: Promise<ListedArchive[]> } | null = null;
  let held: Uint8Array<ArrayBuffer> | null = null;
  let length = 0;

  const release = () => {
    held = null;
    length = 0;
  };

  return {
    /** `running` is the store of the running service. Without it, the folder is opened for the copy. */
    async make(input: InputOf<CustodyMessages, 'copyStore'>, running: Store | undefined) {
      copying ??= { path: input.path, done: copyOf(input, running) };
      const { path, done } = copying;
      if (path !== input.path)
        throw new AppError(
          'DATABASE_IN_USE',
          'Another copy of the local service is being made. Try again when it is done.',
        );
      try {
        const archives = await Promise.race([done, pause(ANSWER_WITHIN).then(() => null)]);
        if (archives === null) return { isDone: false, archives: [] };
        copying = null;
        return { isDone: true, archives };
      } catch (error) {
        copying = null;
        throw error;
      }
    },
    /** Lists the archives of the running service. Without it, the folder is opened for the list. */
    list({ directory }: InputOf<CustodyMessages, 'listArchives'>, running: Store | undefined) {
      if (running !== undefined) return { archives: listedIn(running) };
      const store = openStore(directory);
      try {
        return { archives: listedIn(store) };
      } finally {
        store.close();
      }
    },
    hold({ total, bytes }: InputOf<CustodyMessages, 'holdCopy'>) {
      if (total !== null) {
        held = new Uint8Array(total);
        length = 0;
      }
      if (held === null || length + bytes.length > held.length)
        throw new AppError('INVALID_INPUT', 'The copy is longer than announced. Nothing was checked. Start again.');
      held.set(bytes, length);
      length += bytes.length;
      return {};
    },
    async examine({ master, archives }: InputOf<CustodyMessages, 'examineCopy'>): Promise<CopyFacts> {
      const bytes = held;
      if (bytes === null || length < bytes.length)
        throw new AppError('INVALID_INPUT', 'The copy is incomplete. It was not checked. Start again.');
      release();
      const copy = openStoreCopy(bytes);
      try {
        const facts = { ...copy.facts(), ...compared(copy.archives(), archives) };
        if (master === null) return { ...facts, keysChecked: null, damagedRows: [], damagedKeys: [] };
        return await handover.take(master, async (key) => {
          const check = copy.keys.masterCheck();
          if (check === undefined) throw keyDiffers('its master key');
          const keyring = createKeyring(openMasterKey(key, check), memory);
          try {
            copy.seals.open(keyring);
            const damagedRows = [...copy.seals.damagedRows()];
            await copy.seals.evidence.check((name) => {
              if (damagedRows.length < MAXIMUM_NAMED) damagedRows.push(name);
            });
            return { ...facts, damagedRows, ...(await checkKeys(copy, keyring)) };
          } finally {
            keyring.close();
          }
        });
      } finally {
        copy.close();
      }
    },
  };
}

const listedIn = ({ archiveList }: Store): ListedArchive[] =>
  archiveList.all().map(({ month, activities, bytes, sha256 }) => ({ month, activities, bytes, sha256 }));

async function copyOf({ directory, path }: InputOf<CustodyMessages, 'copyStore'>, running: Store | undefined) {
  const store = running ?? openStore(directory);
  try {
    await store.copyInto(path);
    // Only now, so that no archive of the copy is left out.
    return listedIn(store);
  } catch (error) {
    throw store.describeError(error);
  } finally {
    if (running === undefined) store.close();
  }
}

/** Compares the archives of a copy with its list. One that is missing or changed was so when the backup was made. */
function compared(
  listed: ReturnType<ReturnType<typeof openStoreCopy>['archives']>,
  given: InputOf<CustodyMessages, 'examineCopy'>['archives'],
): Pick<CopyFacts, 'archives' | 'damagedArchives'> {
  const digests = new Map(given.map(({ month, sha256 }) => [month, sha256]));
  const damagedArchives = listed
    .filter(({ month, sha256 }) => digests.get(month) !== sha256)
    .map(({ month, activities }) => ({
      month,
      activities,
      problem: digests.has(month) ? ('was changed' as const) : ('is missing' as const),
    }));
  return { archives: listed.length, damagedArchives };
}

const pause = (milliseconds: number) => new Promise<void>((done) => void setTimeout(done, milliseconds));

/**
 * Opens every key and derives its public half. A damaged key is named, because the others can still be used. Throws
 * DATABASE_CORRUPT for a damaged key of the service itself, without which it does not start.
 */
async function checkKeys(
  copy: ReturnType<typeof openStoreCopy>,
  keyring: Keyring,
): Promise<Pick<CopyFacts, 'keysChecked' | 'damagedKeys'>> {
  const damagedKeys: string[] = [];
  let keysChecked = 0;
  let looked = 0;
  const isWhole = async (place: string, row: CopiedKey) => {
    looked += 1;
    if (looked % KEYS_IN_BATCH === 0) await yieldToEventLoop();
    try {
      if (keyring.open(place, row.sealedPrivateKey, (key) => publicKeyOf(row.curve, key)) !== row.publicKey)
        return false;
    } catch (error) {
      if (error instanceof AppError && DAMAGE.includes(error.code)) return false;
      throw error;
    }
    keysChecked += 1;
    return true;
  };
  for (const row of copy.serviceKeys()) {
    const curve = curveOfServiceKey(row.name);
    if (curve === null || !(await isWhole(PLACES.serviceKey(row.name), { ...row, curve })))
      throw keyDiffers(`the service’s own key ${JSON.stringify(row.name)}`);
  }
  for (const row of copy.accounts())
    if (!(await isWhole(PLACES.accountKey(row), row)))
      damagedKeys.push(`the key of the account ${row.address} of the organization ${row.organizationId}`);
  for (const row of copy.privateKeys())
    if (!(await isWhole(PLACES.privateKey(row), row)))
      damagedKeys.push(`the private key ${row.privateKeyName} of the organization ${row.organizationId}`);
  return { keysChecked, damagedKeys };
}

const keyDiffers = (what: string) =>
  new AppError(
    'DATABASE_CORRUPT',
    `The copy of the local service is damaged: ${what} does not match. Nothing was changed. Use an older backup.`,
  );
