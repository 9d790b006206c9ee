import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Base } from '../../../../electron/engine/base.ts';
import { createKeyIndex, type TokenKey } from '../../../../electron/engine/keys/key-index.ts';
import { createKeptPins, type KeptPins } from '../../../../electron/engine/tokens/kept-pins.ts';
import { createTokenLogin, type TokenLogin } from '../../../../electron/engine/tokens/token-login.ts';
import { createPinAsking } from '../../../../electron/engine/tokens/token-pin.ts';
import type { QuestionOf } from '../../../../shared/ipc/index.ts';
import type { MessageClient, TokenMessages } from '../../../../shared/processes/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { createSoftwareToken } from './software-token.ts';

const PIN = '314159';
const AT = { module: '/usr/lib/maker.so', label: 'desk', serial: null, slot: null };
const PLACE = { module: AT.module, label: 'desk', serial: '0001' };
const KEY: TokenKey = {
  id: 'a',
  purpose: 'stamp',
  profile: 'desk',
  name: 'Key 1',
  publicKey: '02',
  createdAt: 0,
  store: 'pkcs11',
  backend: 'token “desk”',
  token: {
    ...PLACE,
    keyId: '01',
    protection: { extractable: false, sensitive: true, neverExtractable: true, local: true, alwaysAuthenticate: false },
  },
};

let folder: string;
let index: Base['index'];
let keychain: Map<string, Uint8Array<ArrayBuffer>>;
let keychainIsUsed: boolean;
let asked: QuestionOf<'tokenPin'>[];
/** The PIN that the operator types, and the place to keep it. */
let typed: { pin: string; keep: 'keychain' | null };
let pins: Uint8Array[];
let kept: KeptPins;
let call: MessageClient<TokenMessages>;
let logIn: TokenLogin;
/** Logs in as after a lock, when no process knows a PIN. */
let again: () => ReturnType<TokenLogin>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-kept-pins-'));
  index = createKeyIndex(join(folder, 'credentials.json'));
  index.addKey(KEY);
  [keychain, keychainIsUsed, asked, typed] = [new Map(), true, [], { pin: PIN, keep: null }];
  const stores = {
    report: () => [{ kind: 'keychain', isUsed: keychainIsUsed, problem: null }],
    readOwn: async (name: string) => keychain.get(name)?.slice() ?? null,
    writeOwn: async (name: string, bytes: Uint8Array) => void keychain.set(name, Uint8Array.from(bytes)),
    removeOwn: async (name: string) => void keychain.delete(name),
  } as unknown as Base['stores'];
  kept = createKeptPins({ index, stores, changes: { announce: () => undefined } as unknown as Base['changes'] });
  const token = createSoftwareToken(utf8Encode(PIN));
  pins = token.pins;
  const handlers = token.handlers as Record<string, (input: never) => unknown>;
  call = (async (name: string, input: never) => handlers[name]?.(input)) as unknown as MessageClient<TokenMessages>;
  const ports = { askPin: null, report: () => undefined } as unknown as Base['ports'];
  const consents = {
    async ask(question: QuestionOf<'tokenPin'>) {
      asked.push(question);
      const passphrase = Uint8Array.from(utf8Encode(typed.pin));
      return { confirmed: true, passphrase, format: null, keep: typed.keep, typed: null, sealTo: null };
    },
  } as unknown as Base['consents'];
  logIn = createTokenLogin({ ports, pins: createPinAsking({ ports, consents }), keptPins: kept });
  again = async () => {
    await call('start', { approvalKey: new Uint8Array(32), module: AT.module });
    return logIn(call, AT, { keeps: false, signal: new AbortController().signal });
  };
});
afterEach(() => rmSync(folder, { recursive: true }));

const isNoted = () => (index.key('a') as TokenKey).pinKept === true;
const keepIt = async () => {
  typed = { pin: PIN, keep: 'keychain' };
  await again();
  typed = { pin: PIN, keep: null };
  asked = [];
};

describe('the PIN of a token', () => {
  it('is not kept unless the operator asks for that', async () => {
    await again();
    expect([asked.map(({ keepable }) => keepable), keychain.size, isNoted()]).toEqual([[true], 0, false]);
    await again();
    expect(asked).toHaveLength(2);
  });

  it('is used from then on without a question, and is in no file', async () => {
    await keepIt();
    expect([keychain.size, isNoted()]).toEqual([1, true]);
    await again();
    await again();
    expect([asked, isNoted()]).toEqual([[], true]);
    expect(readFileSync(join(folder, 'credentials.json'), 'utf8')).not.toContain(PIN);
    expect(pins.every((pin) => pin.every((byte) => byte === 0))).toBe(true);
  });

  it('is not kept when it was wrong', async () => {
    typed = { pin: '000000', keep: 'keychain' };
    await expect(again()).rejects.toMatchObject({ code: 'PIN_LOCKED' });
    expect([asked.length, keychain.size, isNoted()]).toEqual([3, 0, false]);
  });

  it('is dropped and reported at once when the kept one is wrong, and never tried twice', async () => {
    await keepIt();
    for (const bytes of keychain.values()) bytes.fill(0x30);
    pins.length = 0;
    await again();
    expect(asked).toMatchObject([{ problem: { text: expect.stringContaining('was removed') }, token: { pin: 'low' } }]);
    expect([pins.length, keychain.size, isNoted()]).toEqual([2, 0, false]);
    await again();
    expect(asked).toHaveLength(2);
  });

  it('counts as dropped while it is tried, so that no crash has it tried twice', async () => {
    await keepIt();
    expect(await kept.take(PLACE)).toEqual(utf8Encode(PIN));
    expect(isNoted()).toBe(false);
    expect(await kept.take(PLACE)).toBeNull();
  });

  it('is not tried where the token remembers a wrong one: a kept PIN locks nothing', async () => {
    await keepIt();
    const wrong = { token: { label: 'desk', serial: null, slot: null }, pin: Uint8Array.from(utf8Encode('000000')) };
    await expect(call('login', wrong)).rejects.toMatchObject({ code: 'PIN_WRONG' });
    pins.length = 0;
    await again();
    expect([asked.map(({ token }) => token.pin), pins.length, isNoted()]).toEqual([['low'], 1, true]);
  });

  it('is looked for of that token and module alone', async () => {
    await keepIt();
    for (const changed of [{ module: '/usr/lib/other.so' }, { label: 'other' }, { serial: '0002' }]) {
      index.addKey({ ...KEY, id: 'b', pinKept: true, token: { ...KEY.token, ...changed } });
      expect(await kept.take({ ...PLACE, ...changed })).toBeNull();
      index.removeKey('b');
    }
  });

  it('is neither offered to be kept nor looked for where no key is listed there, or the keychain is not used', async () => {
    await keepIt();
    keychainIsUsed = false;
    await again();
    keychainIsUsed = true;
    index.removeKey('a');
    await again();
    expect(asked.map(({ keepable }) => keepable)).toEqual([false, false]);
  });

  it('goes with the last key of its token', async () => {
    await keepIt();
    index.addKey({ ...KEY, id: 'b', pinKept: true });
    await kept.leave(index.key('b') as TokenKey);
    expect(keychain.size).toBe(1);
    index.removeKey('b');
    await kept.leave(index.key('a') as TokenKey);
    expect([keychain.size, isNoted()]).toEqual([0, false]);
  });
});
