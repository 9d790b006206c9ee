/** A process with a real vault inside, which obeys one command a line. `scanner.mjs` inspects it from outside. */
import {
  addressOf,
  generateP256,
  hmacSha256,
  openP256Signer,
  p256Uncompress,
  publicKeyOf,
  randomUuid,
  sealAtRest,
  sealExportBundle,
  sha256,
} from '../../../../electron/crypto/index.ts';
import {
  confineProcess,
  createArena,
  createSecretMemory,
  hardenProcess,
} from '../../../../electron/hardening/index.ts';
import { createVault } from '../../../../electron/vault/vault.ts';
import { approvalBytes } from '../../../../shared/processes/index.ts';
import { hexDecode, utf8Encode } from '../../../../shared/wire/index.ts';
import { PROTECTED } from '../../protection.ts';
import { keychainHeader } from '../harness.ts';
import { testKey } from './test-key.mjs';

const { pages } = createArena();
const vault = createVault({
  memory: createSecretMemory(pages),
  newId: randomUuid,
  protect: async () => PROTECTED,
  selfTest: async () => [],
  collectGarbage: () => globalThis.gc?.(),
});

const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
let counter = 0;
let targetPublicKey = '';
let revealId = '';

const approvalKey = () => new Uint8Array(32).fill(1);

/** Lets finalizers of collected native objects run. */
async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The outcome of each forbidden attempt after the confinement. */
async function attempt(): Promise<Record<string, string>> {
  const [net, http, dgram, childProcess] = await Promise.all([
    import('node:net'),
    import('node:http'),
    import('node:dgram'),
    import('node:child_process'),
  ]);
  confineProcess(process as never, globalThis);
  const tries: Record<string, () => unknown> = {
    'net.connect': () => net.connect(1, '127.0.0.1'),
    'new net.Socket': () => new net.Socket().connect(1, '127.0.0.1'),
    'net.createServer': () => net.createServer().listen(0),
    'http.get': () => http.get('http://127.0.0.1:1/'),
    'http.createServer': () => http.createServer().listen(0),
    'dgram.createSocket': () => dgram.createSocket('udp4').send('x', 1, '127.0.0.1'),
    'child_process.spawn': () => childProcess.spawn('true'),
    'child_process.execFileSync': () => childProcess.execFileSync('true'),
    fetch: () => fetch('http://127.0.0.1:1/'),
    'process.dlopen': () => process.dlopen({ exports: {} }, 'x.node'),
  };
  return Object.fromEntries(Object.entries(tries).map(([name, work]) => [name, outcome(work)]));
}

function outcome(work: () => unknown): string {
  try {
    work();
    return 'allowed';
  } catch (error) {
    return error instanceof ReferenceError || String(error).includes('no network') ? 'refused' : String(error);
  }
}

/** Opens a bundle with the exported key in the vault. Its address must be that of `expectedKey`, which is wiped. */
async function openBundle(expectedKey: Uint8Array<ArrayBuffer>): Promise<{ revealId: string }> {
  const signer = openP256Signer(generateP256().privateKey);
  const plaintext = testKey(2);
  const bundle = sealExportBundle({ plaintext, targetPublicKey, organizationId, signer });
  const address = addressOf('ADDRESS_FORMAT_SOLANA', publicKeyOf('CURVE_ED25519', expectedKey));
  plaintext.fill(0);
  expectedKey.fill(0);
  return vault.openBundle({
    targetId: 'b',
    bundle,
    organizationId,
    signerKey: p256Uncompress(signer.publicKey),
    expected: { address, addressFormat: 'ADDRESS_FORMAT_SOLANA' },
  });
}

const commands: Record<string, () => unknown> = {
  async import() {
    await vault.importKey({ id: 'a', purpose: 'stamp', store: null, privateKey: testKey() });
    const target = await vault.importKey({ id: 'b', purpose: 'target', store: null, privateKey: testKey(1) });
    targetPublicKey = target.publicKey;
    await settle();
  },
  async stamp() {
    const body = utf8Encode(JSON.stringify({ organizationId }));
    counter += 1;
    const approval = { kind: 'read' as const, credentialId: 'a', bodySha256: sha256(body), counter };
    await vault.stamp({ body, approval: { ...approval, mac: hmacSha256(approvalKey(), approvalBytes(approval)) } });
    await settle();
  },
  /** Opens a bundle that holds another key than that of the address. */
  async mismatch() {
    const code = await openBundle(testKey(1)).catch((error: { code?: string }) => error.code);
    if (code !== 'ADDRESS_MISMATCH') throw new Error(`a wrong address gave ${code}`);
    await settle();
  },
  async open() {
    ({ revealId } = await openBundle(testKey(2)));
    await settle();
  },
  async reveal() {
    for (const format of ['hex', 'solana'] as const)
      await vault.reveal({ revealId, format, passphrase: null, to: hexDecode(targetPublicKey) });
    await vault.forget({ id: revealId });
    await settle();
  },
  async forget() {
    await vault.forget({ id: 'a' });
    await vault.forget({ id: 'b' });
    await settle();
  },
  /** Hands the master key of a local service over to it. */
  async handOver() {
    const store = 'keychain';
    await vault.openStore({ store, header: keychainHeader(), passphrase: null });
    const [master, wrappingKey] = [testKey(3), keychainHeader().subarray(1)];
    const stored = sealAtRest(wrappingKey, master, 'castellan keychain v2|master|s1');
    master.fill(0);
    await vault.masterKey({ id: 's1', store, stored, sealTo: hexDecode(targetPublicKey) });
    await settle();
  },
  start: () => vault.start({ approvalKey: approvalKey() }),
  harden: () => hardenProcess(process.platform, pages),
  confine: attempt,
};

process.stdin.setEncoding('utf8').on('data', async (line: string) => {
  process.stdout.write(`${JSON.stringify((await commands[line.trim()]?.()) ?? null)}\n`);
});
