import { utilityProcess } from 'electron';
import pkcs11 from 'pkcs11js';
import { createApprovals } from '../../electron/engine/consent/approvals.ts';
import type { ProcessHandle } from '../../electron/engine/index.ts';
import { createProcessStarter, type Fork } from '../../electron/main/processes.ts';
import { TOKEN_MESSAGES, type TokenMessages } from '../../shared/processes/index.ts';
import { USUAL_SCHEME, utf8Encode } from '../../shared/wire/index.ts';
import { openSession } from '../contract/tokens/open-session.mjs';
import { PIN, SOFTHSM, SoftTokens } from '../contract/tokens/soft-token.ts';
import { MISSING, SoftTpm, TPM_MODULE, TPM_PIN } from '../contract/tokens/soft-tpm.ts';
import { effort } from './effort.ts';
import { type Contender, compareRates, inFlight, type Measured, summarize } from './measure.ts';
import type { Group } from './report.ts';
import { logger, type RunningVault, type Setting, startVault } from './setting.ts';
import { BODY, stampConsent } from './stamps.ts';

const ROUNDS = { rounds: effort(5, 1), roundMs: effort(300, 1) };
/** Number of stamps for the latency, and number of vault unlocks. */
const SINGLE = effort(200, 2);
const UNLOCKS = effort(5, 1);
const LABEL = 'bench';
const PASSPHRASE = 'a passphrase of the bench';

const body = utf8Encode(BODY);
const typed = (text: string) => Uint8Array.from(utf8Encode(text));

/** Something that makes one stamp. */
interface Stamper {
  readonly name: string;
  stamp(): Promise<unknown>;
}

/** Stamps by where the key is kept, and how long the vault takes to open that. */
export async function* keyPlaces(setting: Setting): AsyncGenerator<Group> {
  const tokens = SOFTHSM === '' ? null : new SoftTokens();
  const tpm = MISSING.length > 0 ? null : new SoftTpm();
  const ends: (() => void)[] = [() => tokens?.close(), () => tpm?.close()];
  try {
    tokens?.add(LABEL);
    await tpm?.start();
    const stampers: Stamper[] = [];
    for (const store of ['keychain', 'file'] as const) {
      const vault = await startVault(setting);
      ends.push(vault.end);
      stampers.push(await keptStamper(vault, store));
    }
    if (tpm !== null) {
      const started = await startToken(setting, TPM_MODULE, tpm.environment);
      ends.push(started.end);
      stampers.push(await tokenStamper(started, 'a TPM 2.0 in software (tpm2-pkcs11)', 'tpm', TPM_PIN));
    }
    if (tokens !== null) {
      const started = await startToken(setting, SOFTHSM, tokens.environment);
      ends.push(started.end);
      stampers.push(await tokenStamper(started, 'a token (SoftHSM2)', LABEL, PIN));
      stampers.push(bareStamper(tokens));
    }
    const contenders = stampers.map(
      ({ name, stamp }): Contender => ({ name, batch: (count) => inFlight(count, 1, stamp) }),
    );
    yield {
      title: 'Stamps by key, one at a time',
      unit: 'a second',
      results: await compareRates(contenders, ROUNDS),
      skipped: null,
    };
    const latencies: Measured[] = [];
    for (const { name, stamp } of stampers) latencies.push(await latencyOf(name, stamp));
    yield { title: 'One stamp', unit: 'microseconds', results: latencies, skipped: null };
    yield { title: 'Unlocking', unit: 'ms', results: await unlockings(setting), skipped: null };
  } finally {
    for (const end of ends.reverse()) end();
  }
}

async function latencyOf(name: string, stamp: () => Promise<unknown>): Promise<Measured> {
  const samples: number[] = [];
  for (let done = 0; done < SINGLE; done += 1) {
    const start = performance.now();
    await stamp();
    samples.push((performance.now() - start) * 1000);
  }
  return summarize(name, samples);
}

async function keptStamper({ call, approvals }: RunningVault, store: 'keychain' | 'file'): Promise<Stamper> {
  const passphrase = store === 'file' ? typed(PASSPHRASE) : null;
  await call('openStore', { store, header: null, passphrase });
  await call('createKey', { id: LABEL, purpose: 'stamp', store });
  return {
    name: store === 'file' ? 'the passphrase file, opened' : 'the keychain, opened',
    stamp: () => call('stamp', { body, approval: approvals.mint(LABEL, body, stampConsent(LABEL)) }),
  };
}

interface RunningToken {
  readonly call: ProcessHandle<TokenMessages>['call'];
  readonly approvals: RunningVault['approvals'];
  end(): void;
}

/** The product's own token process, started as main starts it. */
async function startToken(
  { out }: Setting,
  module: string,
  environment: Readonly<Record<string, string>>,
): Promise<RunningToken> {
  const fork: Fork = (file, options) => utilityProcess.fork(file, [], options);
  const handle = createProcessStarter({ fork, folder: `${out}/main`, logger, environment })('token', TOKEN_MESSAGES);
  const approvals = createApprovals({ take: () => undefined });
  await handle.call('start', { approvalKey: approvals.keyForVault(), module });
  return {
    call: handle.call,
    approvals,
    end: () => {
      handle.kill();
      approvals.end();
    },
  };
}

async function tokenStamper(
  { call, approvals }: RunningToken,
  name: string,
  label: string,
  pin: string,
): Promise<Stamper> {
  const token = { label, serial: null, slot: null };
  await call('login', { token, pin: typed(pin) });
  const { keyId, publicKey } = await call('createKey', { token, purpose: 'stamp', curve: 'p256', label: LABEL });
  await call('openKey', { id: LABEL, token, keyId, publicKey, scheme: USUAL_SCHEME });
  return {
    name,
    stamp: () => call('stamp', { body, approval: approvals.mint(LABEL, body, stampConsent(LABEL)), pin: null }),
  };
}

/** The module's own signature, asked of it in this process. */
function bareStamper(tokens: SoftTokens): Stamper {
  Object.assign(process.env, tokens.environment);
  const { module, session } = openSession(SOFTHSM, LABEL, PIN);
  module.C_FindObjectsInit(session, [{ type: pkcs11.CKA_CLASS, value: pkcs11.CKO_PRIVATE_KEY }]);
  const [key] = module.C_FindObjects(session, 1);
  module.C_FindObjectsFinal(session);
  if (key === undefined) throw new Error('The token has no key.');
  const digest = Buffer.alloc(32, 7);
  return {
    name: 'bare C_Sign of SoftHSM2, in this process',
    async stamp() {
      module.C_SignInit(session, { mechanism: pkcs11.CKM_ECDSA }, key);
      return module.C_Sign(session, digest, Buffer.alloc(64));
    },
  };
}

/** From the start of the vault's process until it stamps with a key that was kept. */
async function unlockings(setting: Setting): Promise<Measured[]> {
  const ways = [
    { name: 'the keychain with a PIN (scrypt, 128 MiB)', store: 'keychain', secret: '2718281828' },
    { name: 'the passphrase file (scrypt, 128 MiB)', store: 'file', secret: PASSPHRASE },
    { name: 'the keychain without a PIN', store: 'keychain', secret: null },
  ] as const;
  const measured: Measured[] = [];
  for (const { name, store, secret } of ways) {
    const passphrase = () => (secret === null ? null : typed(secret));
    const maker = await startVault(setting);
    const given = store === 'file' ? passphrase() : null;
    let { header } = await maker.call('openStore', { store, header: null, passphrase: given });
    if (store === 'keychain' && secret !== null)
      ({ header } = await maker.call('protectStore', { store, passphrase: null, next: passphrase() }));
    const named = { id: LABEL, purpose: 'stamp', store } as const;
    const { publicKey, stored } = await maker.call('createKey', named);
    maker.end();
    if (stored === null) throw new Error('The key was not kept.');
    const samples: number[] = [];
    for (let done = 0; done < UNLOCKS; done += 1) {
      const start = performance.now();
      const vault = await startVault(setting);
      await vault.call('openStore', { store, header: Uint8Array.from(header), passphrase: passphrase() });
      await vault.call('loadKey', { ...named, publicKey, stored: Uint8Array.from(stored) });
      await vault.call('stamp', { body, approval: vault.approvals.mint(LABEL, body, stampConsent(LABEL)) });
      samples.push(performance.now() - start);
      vault.end();
    }
    measured.push(summarize(name, samples));
  }
  return measured;
}
