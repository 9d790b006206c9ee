import { describe, expect, it, test } from 'vitest';
import { AppError } from '../../../../shared/errors/index.ts';
import {
  answerMessages,
  CUSTODY_MESSAGES,
  type CustodyMessages,
  type MessageHandlers,
  type MessageTable,
  VAULT_MESSAGES,
  type VaultMessages,
} from '../../../../shared/processes/index.ts';
import { PROTECTED } from '../../protection.ts';
import { approvalKey, createHarness, createStarted } from '../../vault/harness.ts';
import { connect } from './connect.ts';

/** Handlers for the messages that a test sends. No other message of the table may come. */
const only = <Table extends MessageTable>(
  handlers: Readonly<Partial<Record<keyof Table, (input: never) => unknown>>>,
) => handlers as unknown as MessageHandlers<Table>;

describe('bad frames', () => {
  test.each([
    [undefined],
    [null],
    ['start'],
    [7],
    [[]],
    [{}],
    [{ id: 1 }],
    [{ name: 'forget' }],
    [{ id: '1', name: 'forget' }],
    [{ id: 1.5, name: 'forget' }],
    [{ id: 1, name: 3 }],
  ])('without an id or a name (%j) are dropped and the loop goes on', async (frame) => {
    const vault = await createStarted();
    const before = vault.posted.length;
    await vault.send(frame);
    expect(vault.posted).toHaveLength(before);
    expect(await vault.ask('forget', { id: 'a' })).toEqual({});
  });

  test.each(['nothing', 'toString', '__proto__', 'constructor', ''])(
    'with the unknown message %j are answered with an error, and every byte in them is wiped',
    async (name) => {
      const vault = await createStarted();
      const input = { deep: [new Uint8Array(3).fill(7)] };
      await vault.send({ id: 99, name, input });
      expect(vault.posted.at(-1)).toMatchObject({ id: 99, reply: { ok: false, error: { code: 'NOT_SUPPORTED' } } });
      expect(input).toEqual({ deep: [new Uint8Array(3)] });
    },
  );

  test.each<[string, unknown]>([
    ['no input', undefined],
    ['a missing member', { id: 'a', purpose: 'stamp' }],
    ['an undeclared member', { id: 'a', purpose: 'stamp', store: null, more: 1 }],
    ['an id with a slash', { id: '../a', purpose: 'stamp', store: null }],
    ['a purpose that does not exist', { id: 'a', purpose: 'export', store: null }],
  ])('with %s get the wrong members’ names and never their values', async (_name, input) => {
    const vault = await createStarted();
    await vault.send({ id: 5, name: 'createKey', input });
    const { reply } = vault.posted.at(-1) ?? {};
    expect(reply).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    expect(JSON.stringify(reply)).not.toContain('../a');
  });
});

describe('an answer', () => {
  const custody = (start: () => unknown) => {
    const reports: unknown[][] = [];
    const handlers = only<CustodyMessages>({ start, stop: () => ({}) });
    const connection = connect(CUSTODY_MESSAGES, handlers, (...report) => {
      reports.push(report);
      return 'REFE-RENC';
    });
    return { ...connection, reports };
  };
  const start = () => {
    const master = { encappedPublic: bytes(65), ciphertext: bytes(48) };
    const observed = { version: '0.2.0', logsRequests: false, hasMetrics: false };
    const input = { directory: '/d', port: 0, authPort: 0, dialect: 'spec', master, observed, init: null };
    return { id: 1, name: 'start', input };
  };

  it('has the id of its request', async () => {
    const { send, posted } = custody(() => undefined);
    await send({ id: 7, name: 'stop', input: {} });
    expect(posted).toEqual([{ id: 7, reply: { ok: true, value: {} } }]);
  });

  it('returns errors as data, and logs no expected ones', async () => {
    const { send, posted, reports } = custody(() => Promise.reject(new AppError('PORT_IN_USE', 'taken')));
    await send(start());
    expect(posted).toEqual([{ id: 1, reply: { ok: false, error: { code: 'PORT_IN_USE', message: 'taken' } } }]);
    expect(reports).toEqual([]);
  });

  it('logs an unexpected error under the returned reference, without revealing it', async () => {
    const error = new Error('s3cret');
    const { send, posted, reports } = custody(() => Promise.reject(error));
    await send(start());
    expect(posted).toMatchObject([{ reply: { ok: false, error: { code: 'INTERNAL', reference: 'REFE-RENC' } } }]);
    expect(JSON.stringify(posted)).not.toContain('s3cret');
    expect(reports).toEqual([['start', error]]);
  });

  it('that violates its schema is logged and not sent', async () => {
    const { send, posted, reports } = custody(() => ({ ready: true, privateKey: 's3cret' }));
    await send(start());
    expect(posted).toMatchObject([{ reply: { ok: false, error: { code: 'INTERNAL', reference: 'REFE-RENC' } } }]);
    expect(JSON.stringify([posted, reports])).not.toContain('s3cret');
    expect(reports).toEqual([['start', expect.any(AppError)]]);
  });

  it('of a process without a log has neither message nor reference', async () => {
    const vault = createHarness({
      protect: async () => {
        throw new Error('the secret is 1234');
      },
    });
    await vault.send({ id: 1, name: 'start', input: { approvalKey: approvalKey() } });
    expect(vault.posted).toMatchObject([{ id: 1, reply: { ok: false, error: { code: 'INTERNAL' } } }]);
    expect(JSON.stringify(vault.posted)).not.toMatch(/1234|"reference"/);
  });

  it('is wiped after sending, even without a receiver', async () => {
    const header = new Uint8Array(33).fill(7);
    const seen: unknown[] = [];
    let listener: (event: { data: unknown }) => unknown = () => undefined;
    const port = {
      on(_event: 'message', given: typeof listener) {
        listener = given;
      },
      postMessage(frame: unknown) {
        seen.push(structuredClone(frame));
        throw new Error('the port is closed');
      },
    };
    const handlers = only<VaultMessages>({ openStore: () => ({ header }) });
    answerMessages(port, VAULT_MESSAGES, { handlers, report: () => undefined });
    await listener({ data: { id: 2, name: 'openStore', input: { store: 'file', header: null, passphrase: null } } });
    const value = { header: new Uint8Array(33).fill(7) };
    expect(seen).toEqual([{ id: 2, reply: { ok: true, value } }]);
    expect(header).toEqual(new Uint8Array(33));
  });
});

/** A message of the vault that carries secrets: an input and an output as declared, new at each call. */
interface Sample {
  readonly name: string;
  readonly input: () => Record<string, unknown>;
  readonly output: () => Record<string, unknown>;
}

const bytes = (length = 32) => new Uint8Array(length).fill(7);
const publicKey = '02'.repeat(33);
const key = { id: 'a', purpose: 'stamp', store: null };
const opening = { store: 'keychain' };

const vault = (name: keyof VaultMessages, input: Sample['input'], output: Sample['output']): Sample => ({
  name,
  input,
  output,
});
const samples: Readonly<Record<string, Sample>> = {
  'vault start': vault(
    'start',
    () => ({ approvalKey: bytes() }),
    () => ({ selfTest: [], protection: PROTECTED }),
  ),
  'vault openStore': vault(
    'openStore',
    () => ({ ...opening, passphrase: bytes(9), header: bytes(33) }),
    () => ({ header: bytes(33) }),
  ),
  'vault protectStore': vault(
    'protectStore',
    () => ({ ...opening, passphrase: bytes(9), next: bytes(10) }),
    () => ({ header: bytes(95) }),
  ),
  'vault createKey': vault(
    'createKey',
    () => ({ ...key }),
    () => ({ publicKey, stored: bytes() }),
  ),
  'vault importKey': vault(
    'importKey',
    () => ({ ...key, privateKey: bytes() }),
    () => ({ publicKey, stored: bytes() }),
  ),
  'vault loadKey': vault(
    'loadKey',
    () => ({ ...key, ...opening, publicKey, stored: bytes() }),
    () => ({ publicKey, asks: false }),
  ),
  'vault guardKey': vault(
    'guardKey',
    () => ({ id: 'a', stored: bytes(), passphrase: bytes(9), asks: true }),
    () => ({ stored: bytes() }),
  ),
  'vault admit': vault(
    'admit',
    () => ({ keyId: 'a', bodySha256: bytes(32), passphrase: bytes(9) }),
    () => ({}),
  ),
  'vault reveal': vault(
    'reveal',
    () => ({ revealId: 'a', format: 'hex', passphrase: bytes(9), to: bytes(65) }),
    () => ({ encappedPublic: bytes(65), ciphertext: bytes() }),
  ),
  'vault deriveAddress': vault(
    'deriveAddress',
    () => ({ mnemonic: bytes(90), curve: 'CURVE_SECP256K1', path: 'm', addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }),
    () => ({ address: '', publicKey: '' }),
  ),
};

/** The secret members of a sample, found by their names and not by the schema's marks. */
const SECRET_NAMES = ['approvalKey', 'passphrase', 'next', 'header', 'privateKey', 'stored', 'secret', 'mnemonic'];
const secretsIn = (value: unknown): Uint8Array[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) =>
        member instanceof Uint8Array ? (SECRET_NAMES.includes(name) ? [member] : []) : secretsIn(member),
      );

const wiped = (secrets: Uint8Array[]) => secrets.every((secret) => secret.every((byte) => byte === 0));

describe.each(Object.entries(samples))('the secrets of %s', (_title, { name, input, output }) => {
  /** Sends `given` to a handler that runs `work`. Returns the reply and the handler's input. */
  async function send(given: Record<string, unknown>, work: () => unknown) {
    let seen: unknown;
    const handlers = {
      [name]: (checked: unknown) => {
        seen = structuredClone(checked);
        return work();
      },
    };
    const { send, posted } = connect(VAULT_MESSAGES, only<VaultMessages>(handlers));
    await send({ id: 1, name, input: given });
    return { reply: posted[0]?.reply, seen };
  }

  it('reach the handler and are wiped after its reply', async () => {
    const [given, made] = [input(), output()];
    expect([...secretsIn(given), ...secretsIn(made)]).not.toEqual([]);
    expect(await send(given, () => made)).toEqual({ reply: { ok: true, value: output() }, seen: input() });
    expect(wiped([...secretsIn(given), ...secretsIn(made)])).toBe(true);
  });

  it('are wiped when the handler fails', async () => {
    const given = input();
    const { reply } = await send(given, () => Promise.reject(new Error('unforeseen')));
    expect(reply).toMatchObject({ ok: false });
    expect(wiped(secretsIn(given))).toBe(true);
  });

  it('are wiped when the output violates its schema', async () => {
    const [given, made] = [input(), { ...output(), undeclared: 1 }];
    const { reply } = await send(given, () => made);
    expect(reply).toMatchObject({ ok: false, error: { code: 'INTERNAL' } });
    expect(wiped([...secretsIn(given), ...secretsIn(made)])).toBe(true);
  });

  it('are wiped when the input is refused', async () => {
    const given = { ...input(), undeclared: 1 };
    const { reply, seen } = await send(given, output);
    expect(reply).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    expect(seen).toBeUndefined();
    expect(wiped(secretsIn(given))).toBe(true);
  });
});

it('leaves other bytes unchanged', async () => {
  const given = { ...key, ...opening, publicKey, stored: bytes(61) };
  const { ask } = connect(VAULT_MESSAGES, only<VaultMessages>({ loadKey: () => ({ publicKey, asks: false }) }));
  await ask('loadKey', given as never);
  expect(given).toEqual({ ...key, ...opening, publicKey, stored: new Uint8Array(61) });
});
