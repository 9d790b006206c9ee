import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PasskeyPort } from '../../../../electron/engine/index.ts';
import type { Answer, Question } from '../../../../shared/ipc/index.ts';
import { createKeyWindow, createSecurityKey, type SoftwareSecurityKey } from '../../security-key.ts';
import { type Bench, createBench, operatorSays, PASSPHRASE } from '../harness.ts';

/** A keychain as the three calls see it. */
const keychain = vi.hoisted(() => new Map<string, string>());
vi.mock('keytar', () => ({
  default: undefined,
  getPassword: async (service: string, name: string) => keychain.get(`${service} ${name}`) ?? null,
  setPassword: async (service: string, name: string, value: string) => void keychain.set(`${service} ${name}`, value),
  deletePassword: async (service: string, name: string) => keychain.delete(`${service} ${name}`),
}));

const wrong = () => Uint8Array.from(Buffer.from('wrong words'));

let bench: Bench;
let blue: SoftwareSecurityKey;
let plugged: SoftwareSecurityKey[];
let keyWindow: ReturnType<typeof createKeyWindow>;
let asked: Question[];
/**
 * The replies to the next questions. After them, a security key answers wherever one may, and the passphrase is typed
 * elsewhere.
 */
let answers: ('typed' | 'wrong' | 'key' | 'refused')[];

const consent = async (question: Question): Promise<Answer> => {
  asked.push(question);
  const said = operatorSays(question);
  if (!('securityKey' in question) || question.passphrase === 'offered') return { ...said, passphrase: null };
  const by = answers.shift() ?? (question.securityKey === 'none' ? 'typed' : 'key');
  if (by === 'refused') return { confirmed: false };
  if (by === 'wrong') return { ...said, passphrase: wrong() };
  return by === 'typed' ? said : { ...said, passphrase: null, bySecurityKey: true };
};
const kinds = () => asked.map(({ kind }) => kind);
const unlock = () => {
  bench.engine.vault.lock();
  asked = [];
  return bench.engine.vault.unlock();
};
const lockState = () => bench.engine.state().stores.find(({ kind }) => kind === 'keychain');
const add = (label = 'Blue key') => bench.engine.vault.addSecurityKey('keychain', label);
const createWallet = async (walletName: string) => {
  const { requestId } = await bench.engine.requests.prepare('create_wallet', { walletName, accounts: [] });
  return bench.engine.requests.submit(requestId);
};

beforeEach(async () => {
  keychain.clear();
  blue = createSecurityKey();
  plugged = [blue];
  keyWindow = createKeyWindow(plugged);
  asked = [];
  answers = [];
  const passkeys = keyWindow.port as PasskeyPort;
  bench = await createBench({ forceStore: null, autoUnlock: false, askPassphrase: null, passkeys, consent });
  await bench.engine.setup.createLocal({ store: 'keychain' }, {});
  asked = [];
});
afterEach(() => bench.end());

describe('a security key', () => {
  it('is added after the operator’s answer, listed, and opens the vault from then on', async () => {
    await add();
    expect(asked).toMatchObject([{ kind: 'securityKey', act: 'add', label: 'Blue key', isFirst: true }]);
    expect(lockState()).toMatchObject({
      protection: 'protected',
      isTyped: false,
      securityKeys: [{ label: 'Blue key', addedAt: 1_790_000_000_000 }],
    });
    await unlock();
    expect(asked).toMatchObject([{ kind: 'unlock', passphrase: 'none', securityKey: 'only' }]);
    expect(keyWindow.asked.at(-1)).toMatchObject({ kind: 'touch', to: 'unlock', name: 'Blue key' });
    await expect(bench.engine.queries.run('whoami', {})).resolves.toMatchObject({ username: 'Operator' });
  });

  it('opens it beside a PIN, each by itself, and the secret of either is wiped', async () => {
    await bench.engine.vault.protect('keychain', false);
    await add();
    for (const by of ['key', 'typed'] as const) {
      answers = [by];
      await unlock();
      expect(asked).toMatchObject([{ passphrase: 'known', securityKey: 'beside' }]);
    }
    expect(keyWindow.answers.length).toBe(2);
    for (const answer of keyWindow.answers) expect([...answer].every((byte) => byte === 0)).toBe(true);
  });

  it('leaves the vault locked when none is touched, and the question is asked again', async () => {
    await add();
    plugged.length = 0;
    answers = ['key', 'refused'];
    await expect(unlock()).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(asked).toMatchObject([
      { problem: null },
      { problem: expect.stringContaining('No security key was touched') },
    ]);
    expect(bench.engine.state().vault.state).toBe('locked');
  });

  it('opens nothing when it is another one', async () => {
    await add();
    const stranger = createSecurityKey();
    // It answers with the id of the known key.
    plugged[0] = { ...stranger, credentialId: blue.credentialId };
    answers = ['key', 'refused'];
    await expect(unlock()).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(asked[1]).toMatchObject({ problem: expect.stringContaining('does not open these keys') });
  });

  it('is taken back by a lock while it is asked', async () => {
    await add();
    bench.engine.vault.lock();
    keyWindow.port.touch = async (_ask, signal) => {
      bench.engine.vault.lock();
      signal.throwIfAborted();
      throw new Error('it was not taken back');
    };
    await expect(bench.engine.vault.unlock()).rejects.toMatchObject({ name: 'AbortError' });
    expect(bench.engine.state().vault.state).toBe('locked');
  });

  it('is not added without what opens the vault now: a wrong PIN, or a first key that is not touched', async () => {
    await bench.engine.vault.protect('keychain', false);
    answers = ['wrong', 'refused'];
    await expect(add()).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    await add();
    await bench.engine.vault.protect('keychain', true);
    plugged.length = 0;
    answers = ['key', 'refused'];
    await expect(add('Red key')).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(lockState()?.securityKeys).toHaveLength(1);
  });

  it('is added with another one, either is removed with a way to open the vault, and the last only knowingly', async () => {
    await add();
    const red = createSecurityKey();
    plugged.unshift(red);
    await add('Red key');
    const [first, second] = lockState()?.securityKeys ?? [];
    plugged.splice(0, plugged.length, red);
    asked = [];
    await bench.engine.vault.removeSecurityKey('keychain', first?.id ?? '');
    expect(asked).toMatchObject([{ kind: 'securityKey', act: 'remove', label: 'Blue key', isLast: false }]);
    await unlock();
    plugged.splice(0, plugged.length, blue);
    answers = ['key', 'refused'];
    await expect(unlock()).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    plugged.splice(0, plugged.length, red);
    await unlock();
    asked = [];
    await bench.engine.vault.removeSecurityKey('keychain', second?.id ?? '');
    expect(asked).toMatchObject([{ act: 'remove', label: 'Red key', isLast: true }]);
    expect(lockState()?.protection).toBe('none');
  });

  it('is not made in a run without a window, which says what to do', async () => {
    await add();
    const command = { passkeys: null, autoUnlock: true, askPassphrase: async () => PASSPHRASE() };
    const later = await bench.reopen({ ...command, consent: async (question) => operatorSays(question) });
    const refusal = { code: 'PASSKEY_UNAVAILABLE', message: expect.stringContaining('Open the window, or set a PIN') };
    await expect(later.engine.vault.addSecurityKey('keychain', 'Red key')).rejects.toMatchObject(refusal);
    await expect(later.engine.queries.run('whoami', {})).rejects.toMatchObject(refusal);
    await later.engine.close();
  });
});

describe('a profile that asks each time, of a vault that a security key opens', () => {
  beforeEach(async () => {
    await add();
    await bench.engine.setup.askToSign('local', true);
    asked = [];
    keyWindow.asked.length = 0;
  });

  it('signs what a security key is touched for, and nothing else is typed', async () => {
    const { activity } = await createWallet('By touch');
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(asked).toMatchObject([{ kind: 'stamp', passphrase: 'none', securityKey: 'only' }]);
    expect(keyWindow.asked).toMatchObject([{ kind: 'touch', to: 'sign', credentials: [{ salt: null }] }]);
  });

  it('signs nothing when none is touched, and asks again', async () => {
    plugged.length = 0;
    answers = ['key', 'refused'];
    await expect(createWallet('By nobody')).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(asked).toMatchObject([{ problem: null }, { problem: expect.stringContaining('No security key') }]);
    expect(bench.processes.calls).not.toContain('vault.admit');
  });

  it('keeps the last way that its keys ask for', async () => {
    const [only] = lockState()?.securityKeys ?? [];
    await expect(bench.engine.vault.removeSecurityKey('keychain', only?.id ?? '')).rejects.toMatchObject({
      code: 'NOT_SUPPORTED',
    });
    await bench.engine.vault.protect('keychain', false);
    await bench.engine.vault.removeSecurityKey('keychain', only?.id ?? '');
    await expect(bench.engine.vault.protect('keychain', true)).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });
  });

  it('is relieved of it with a touch', async () => {
    await bench.engine.setup.askToSign('local', false);
    expect(kinds()).toEqual(['askToSign']);
    expect(keyWindow.asked).toMatchObject([{ kind: 'touch', to: 'change' }]);
    asked = [];
    await createWallet('Without a touch');
    expect(asked).toMatchObject([{ kind: 'stamp', securityKey: 'none' }]);
  });
});
