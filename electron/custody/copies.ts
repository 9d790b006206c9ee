import { AppError } from '../../shared/errors/index.ts';
import type { Curve } from '../../shared/model/index.ts';
import type { CopyFacts, CustodyMessages, InputOf } from '../../shared/processes/index.ts';
import { publicKeyOf } from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';
import { createKeyring, type Keyring, PLACES } from './keys/keyring.ts';
import type { MasterHandover } from './keys/master-handover.ts';
import { openMasterKey } from './keys/master-key.ts';
import { openStore, openStoreCopy, type Store } from './store/index.ts';

/** Main ends a process that is silent for a minute, so a long copy replies that it continues. Milliseconds. */
const ANSWER_WITHIN = 1_000;
/** The number of keys after which the event loop runs other work. */
const KEYS_A_TURN = 50;

/** Copies of a service's database: made for a backup, and examined in memory. */
export function createCopies(memory: SecretMemory, handover: MasterHandover) {
  let copying: { readonly path: string; readonly done: Promise<void> } | null = null;
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
        const isDone = await Promise.race([done.then(() => true), pause(ANSWER_WITHIN).then(() => false)]);
        if (isDone) copying = null;
        return { isDone };
      } catch (error) {
        copying = null;
        throw error;
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
        if (master === null) return { ...facts, keysChecked: null };
        return await handover.take(master, async (key) => {
          const check = copy.keys.masterCheck();
          if (check === undefined) throw keyDiffers('its master key');
          const keyring = createKeyring(openMasterKey(key, check), memory);
          try {
            copy.seals.open(keyring);
            return { ...facts, keysChecked: await checkKeys(copy, keyring) };
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

async function copyOf({ directory, path }: InputOf<CustodyMessages, 'copyStore'>, running: Store | undefined) {
  const store = running ?? openStore(directory);
  try {
    await store.copyInto(path);
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
): Pick<CopyFacts, 'archives' | 'missingArchives' | 'changedArchives'> {
  const digests = new Map(given.map(({ month, sha256 }) => [month, sha256]));
  const missing = listed.filter(({ month }) => !digests.has(month));
  const changed = listed.filter(({ month, sha256 }) => digests.has(month) && digests.get(month) !== sha256);
  const months = (rows: typeof listed) => rows.map(({ month }) => month);
  return { archives: listed.length, missingArchives: months(missing), changedArchives: months(changed) };
}

const pause = (milliseconds: number) => new Promise<void>((done) => void setTimeout(done, milliseconds));

/** Opens every key and derives its public half. Returns the number of keys. Throws DATABASE_CORRUPT. */
async function checkKeys(copy: ReturnType<typeof openStoreCopy>, keyring: Keyring): Promise<number> {
  let count = 0;
  const check = async (place: string, row: { curve: Curve; publicKey: string; sealedPrivateKey: Uint8Array }) => {
    const found = keyring.open(place, row.sealedPrivateKey, (privateKey) => publicKeyOf(row.curve, privateKey));
    if (found !== row.publicKey) throw keyDiffers(`the key of ${row.publicKey}`);
    count += 1;
    if (count % KEYS_A_TURN === 0) await new Promise((next) => setImmediate(next));
  };
  for (const row of copy.serviceKeys()) await check(PLACES.serviceKey(row.name), row);
  for (const row of copy.accounts()) await check(PLACES.accountKey(row), row);
  for (const row of copy.privateKeys()) await check(PLACES.privateKey(row), row);
  return count;
}

const keyDiffers = (what: string) =>
  new AppError(
    'DATABASE_CORRUPT',
    `The copy of the local service is damaged: ${what} does not match. Nothing was changed. Use an older backup.`,
  );
