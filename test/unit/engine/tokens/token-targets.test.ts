import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '../../../../shared/ipc/index.ts';
import type { CredentialRow } from '../../../../shared/model/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { eventually } from '../../../tools/eventually.ts';
import { type Bench, createProcesses, createReadyBench, operatorSays, type Processes } from '../harness.ts';
import { createSoftwareToken } from './software-token.ts';

const PIN = '314159';

let bench: Bench & { address: string };
let processes: Processes;
let token: ReturnType<typeof createSoftwareToken>;
let key: CredentialRow;
let asked: Question[];
let typed: string[];
let refused: Question['kind'] | null;
/** Runs while the secret is on the screen, which closes when it resolves. */
let whileShown: () => unknown;

beforeEach(async () => {
  [asked, typed, refused, whileShown] = [[], [], null, () => undefined];
  token = createSoftwareToken(utf8Encode(PIN));
  processes = createProcesses(() => 1_790_000_000_000, token.handlers);
  bench = await createReadyBench({
    startProcess: processes.start,
    async consent(question) {
      asked.push(question);
      if (question.kind === refused) return { confirmed: false };
      if (question.kind === 'secret') await whileShown();
      const answer = operatorSays(question);
      return question.kind === 'tokenPin'
        ? { ...answer, passphrase: Uint8Array.from(utf8Encode(typed.shift() ?? PIN)) }
        : answer;
    },
  });
  const module = join(bench.root, 'module.so');
  writeFileSync(module, '');
  const at = { module, label: 'desk', serial: null, slot: null };
  key = await bench.engine.credentials.createOnToken({ profile: 'local', name: 'Key 2', at });
});
afterEach(() => bench.end());

/** Makes an export whose target key is beside that key. Returns its activity's id. */
async function exported(): Promise<string> {
  const { requests } = bench.engine;
  const beside = { makesTarget: true, targetBeside: key.credentialId };
  const { requestId } = await requests.prepare('export_wallet_account', { address: bench.address }, beside);
  const { activity } = await requests.submit(requestId);
  asked = [];
  return activity.id;
}

const kinds = () => asked.map((question) => (question.kind === 'tokenPin' ? question.for : question.kind));
const onToken = () => [...token.keys.values()].map(({ facts }) => facts.label);
const listed = () => {
  const { keys } = JSON.parse(readFileSync(join(bench.root, 'credentials.json'), 'utf8'));
  return (keys as { purpose: string; until?: number }[]).filter(({ purpose }) => purpose === 'target');
};

describe('an export whose key is on a token', () => {
  it('is opened in the vault with the PIN each time, and its key destroyed there when it is closed', async () => {
    const first = await exported();
    const second = await exported();
    expect(onToken()).toEqual(['Castellan Key 2', 'Castellan export target', 'Castellan export target']);
    for (const activityId of [first, second]) {
      asked = [];
      await bench.engine.exports.showActivity(activityId, async () => null);
      expect(kinds()).toEqual(['export', 'reveal', 'secret']);
      const reveal = asked.find((question) => question.kind === 'reveal');
      expect(reveal?.proof.derivedAddress).toBe(bench.address);
    }
    expect(onToken()).toEqual(['Castellan Key 2']);
    expect(listed()).toEqual([]);
    await expect(bench.engine.exports.showActivity(first, async () => null)).rejects.toMatchObject({
      code: 'BUNDLE_UNREADABLE',
    });
  });

  it('takes the right PIN after a wrong one, and stays sealed without one', async () => {
    const activityId = await exported();
    refused = 'tokenPin';
    await expect(bench.engine.exports.showActivity(activityId, async () => null)).rejects.toMatchObject({
      code: 'NOT_CONFIRMED',
    });
    expect(kinds()).toEqual(['export']);
    refused = null;
    typed = ['000000', PIN];
    asked = [];
    await bench.engine.exports.showActivity(activityId, async () => null);
    expect(kinds()).toEqual(['export', 'export', 'reveal', 'secret']);
  });

  it('opens nothing any more when it was locked meanwhile, and is destroyed when the token is in use again', async () => {
    const activityId = await exported();
    whileShown = () => bench.engine.vault.lock();
    await expect(bench.engine.exports.showActivity(activityId, async () => null)).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    whileShown = () => undefined;
    expect(listed()).toMatchObject([{ until: 0 }]);
    await expect(bench.engine.exports.showActivity(activityId, async () => null)).rejects.toMatchObject({
      code: 'BUNDLE_UNREADABLE',
    });
    expect(onToken()).toHaveLength(2);
    await bench.engine.requests.stamp(utf8Encode('{}'), { credentialId: key.credentialId });
    await eventually(() => expect(onToken()).toEqual(['Castellan Key 2']));
    expect(listed()).toEqual([]);
  });

  it('goes with a request that is not sent', async () => {
    const { requests } = bench.engine;
    const beside = { makesTarget: true, targetBeside: key.credentialId };
    const { requestId } = await requests.prepare('export_wallet_account', { address: bench.address }, beside);
    await requests.discard(requestId);
    expect(onToken()).toEqual(['Castellan Key 2']);
  });

  it('is made beside a key of its profile that is on a token, and beside no other', async () => {
    const { requests, credentials } = bench.engine;
    const [kept] = credentials.list('local');
    const beside = { makesTarget: true, targetBeside: kept?.credentialId };
    const prepared = requests.prepare('export_wallet_account', { address: bench.address }, beside);
    await expect(prepared).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('the module of a target key', () => {
  /** Names another module for the target key, as an attacker who edits the file could. */
  const edit = () => {
    const path = join(bench.root, 'credentials.json');
    const other = join(bench.root, 'other.so');
    writeFileSync(other, '');
    const stored = JSON.parse(readFileSync(path, 'utf8'));
    for (const each of stored.keys) if (each.purpose === 'target') each.token.module = other;
    writeFileSync(path, JSON.stringify(stored));
  };

  it('is one that stamps for the profile, or the operator is asked before it is loaded and given a PIN', async () => {
    const activityId = await exported();
    edit();
    refused = 'loadModule';
    const before = processes.started('token');
    await expect(bench.engine.exports.showActivity(activityId, async () => null)).rejects.toMatchObject({
      code: 'NOT_CONFIRMED',
    });
    expect(kinds()).toEqual(['loadModule']);
    expect(processes.started('token')).toBe(before);
  });

  it('is named by a command: neither none nor another one is loaded', async () => {
    const at = { module: key.token?.module ?? '', label: 'desk', serial: null, slot: null };
    const { id } = await bench.engine.exports.createTarget({ at });
    const profile = bench.engine.profiles.get('local');
    const bundle = { bundle: '{}', organizationId: profile.organizationId, signerKey: profile.signerKey };
    const open = (module: string | null) =>
      bench.engine.exports.openBundle({ targetId: id, module, ...bundle, expected: null });
    edit();
    const before = processes.started('token');
    for (const module of [null, at.module]) await expect(open(module)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(processes.started('token')).toBe(before);
  });
});
