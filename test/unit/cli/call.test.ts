import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine, SubmittedRequest } from '../../../electron/engine/index.ts';
import { AppError } from '../../../shared/errors/index.ts';
import { placeInWords } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import {
  activityWith,
  bytesInput,
  cli,
  engineAsking,
  engineWith,
  FakeEngine,
  PREPARED,
  profileRow,
  submitted,
} from './support.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-cli-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const MOMENT = { seconds: String(Date.UTC(2026, 10, 26, 14, 32) / 1000), nanos: '0' };
const USE = {
  ...OPERATIONS.list_velocity_usage.example.response.velocityUsage[0],
  leavesAt: MOMENT,
  emptyAt: MOMENT,
  since: MOMENT,
};

describe('a query', () => {
  const asked = () => {
    const requests: unknown[] = [];
    const engine = new FakeEngine({
      queries: {
        run: async (operation, request, asking) => {
          requests.push([operation, request, asking?.profile?.name]);
          return { wallets: [] };
        },
      },
    });
    return { engine, requests };
  };

  it('is sent with an empty body without JSON, and its reply is printed unchanged', async () => {
    const { engine, requests } = asked();
    expect(await cli(['call', 'list_wallets'], { engine })).toEqual({
      exitCode: 0,
      stdout: '{"wallets":[]}\n',
      stderr: '',
    });
    expect(requests).toEqual([['list_wallets', {}, 'desk']]);
    expect(engine.closed).toBe(1);
  });

  it('takes its JSON from --json, --file or stdin', async () => {
    const file = join(folder, 'body.json');
    writeFileSync(file, '{"walletId":"w"}');
    const { engine, requests } = asked();
    await cli(['call', 'list_wallet_accounts', '--json', '{"walletId":"w"}', '--profile', 'cold'], { engine });
    await cli(['call', 'list_wallet_accounts', '--file', file], { engine });
    await cli(['call', 'list_wallet_accounts', '-'], { engine, stdin: bytesInput('{"walle', 'tId":"w"}') });
    const body = { walletId: 'w' };
    expect(requests).toEqual([
      ['list_wallet_accounts', body, 'cold'],
      ['list_wallet_accounts', body, 'desk'],
      ['list_wallet_accounts', body, 'desk'],
    ]);
  });

  it('is text on a terminal, and one line of JSON with --json before the command', async () => {
    const terminal = { stdout: true, stderr: true };
    expect((await cli(['call', 'list_wallets'], { engine: asked().engine, terminal })).stdout).toBe('No wallets.\n');
    for (const json of [[], ['--json', '{}']]) {
      const { stdout } = await cli(['--json', 'call', 'list_wallets', ...json], { engine: asked().engine, terminal });
      expect(stdout).toBe('{"wallets":[]}\n');
    }
  });

  describe('about the use of limits', () => {
    const reply = (change: object = {}, unlisted = 0) => ({ velocityUsage: [{ ...USE, ...change }], unlisted });
    const run = (answer: unknown, words: string[] = []) =>
      cli([...words, 'call', 'list_velocity_usage'], {
        engine: new FakeEngine({ queries: { run: async () => answer as never } }),
        terminal: { stdout: true, stderr: true, columns: 160 },
      });

    it('is a table in the words of the window on a terminal', async () => {
      const { stdout, stderr } = await run(reply({ used: '4000', limit: '10000.5', remaining: '6000.5' }, 3));
      expect(stdout.split('\n').map((line) => line.trimEnd().replace(/ {2,}/g, ' | '))).toEqual([
        'Limit | Counts for | Used | Left | Resets | Identifier',
        'Ether a day | Treasury Ltd | 4,000 of 10,000.5 ETH | 6,000.5 ETH | 4 ETH at 26 Nov 2026, 14:32:00 UTC | ether_a_day',
        ...['', '3 owners with a smaller use are not listed.', ''],
      ]);
      expect(stderr).toBe('');
    });

    it('says that a limit without an end never resets, and nothing of a limit without use', async () => {
      const none = { leavesNext: undefined, leavesAt: undefined };
      expect((await run(reply(none))).stdout).toMatch(/ never +ether_a_day/);
      expect((await run(reply({ ...none, used: '0' }))).stdout).not.toContain('never');
      const far = { seconds: '99999999999999', nanos: '0' };
      expect((await run(reply({ leavesAt: far }))).stdout).not.toMatch(/never|at /);
      expect((await run({ velocityUsage: [], unlisted: 0 })).stdout).toBe('No use of a limit.\n');
    });

    it('cannot draw rows of its own', async () => {
      const { stdout } = await run(reply({ name: 'Limit\nEther' }));
      expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    });

    it('is unchanged as JSON, and in another shape', async () => {
      const { stdout, stderr } = await run(reply(), ['--json']);
      expect(JSON.parse(stdout)).toEqual(reply());
      expect(stderr).toBe('');
      expect((await run({ velocityUsage: [{ name: 'Odd' }] })).stdout).toContain('Odd');
    });
  });

  it('reports unknown members with the nearest known ones, and sends them', async () => {
    const { engine, requests } = asked();
    const json = { walletid: 'w', includeWalletDetails: true, colour: 1 };
    const { exitCode, stderr } = await cli(['call', 'list_wallet_accounts', '--json', JSON.stringify(json)], {
      engine,
    });
    expect(exitCode).toBe(0);
    expect(requests).toEqual([['list_wallet_accounts', json, 'desk']]);
    expect(stderr).toBe(
      [
        'Care: list_wallet_accounts has no member `walletid` that Castellan knows. Castellan does not remove it. Did you mean `walletId`?',
        'Care: list_wallet_accounts has no member `colour` that Castellan knows. Castellan does not remove it.',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['text that is not JSON', ['--json', '{'], 'is not JSON'],
    ['a list', ['--json', '[]'], 'is not a JSON object'],
    ['null', ['--json', 'null'], 'is not a JSON object'],
    ['two sources', ['--json', '{}', '--file', 'x'], 'The JSON was given more than once.'],
    ['something beside `-`', ['extra'], 'can only be `-`, for JSON on stdin.'],
  ])('with %s is wrong usage, and no engine is made', async (_name, extra, message) => {
    const { engine } = asked();
    const { exitCode, stdout, stderr } = await cli(['call', 'whoami', ...extra], { engine });
    expect([exitCode, stdout, engine.options]).toEqual([2, '', []]);
    expect(stderr).toContain(message);
  });

  it('with bytes that are not UTF-8 is wrong usage', async () => {
    const { exitCode, stderr } = await cli(['call', 'whoami', '-'], {
      stdin: bytesInput(Uint8Array.of(0x7b, 0xff, 0x7d)),
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('cannot be used, because it is not UTF-8 text; save it as UTF-8. Nothing was done.');
  });

  it('of a discovery document accepts no JSON', async () => {
    const { engine, requests } = asked();
    expect((await cli(['call', 'webhook_keys', '--json', '{}'], { engine })).exitCode).toBe(2);
    expect((await cli(['call', 'webhook_keys'], { engine })).exitCode).toBe(0);
    expect(requests).toEqual([['webhook_keys', {}, 'desk']]);
  });
});

describe('an activity', () => {
  it.each([
    ['COMPLETED', 0, 'is completed'],
    ['FAILED', 4, 'is failed'],
    ['REJECTED', 4, 'is rejected'],
    ['CONSENSUS_NEEDED', 3, 'is not finished (consensus needed)'],
    ['PENDING', 3, 'is not finished (pending)'],
    ['CREATED', 3, 'is not finished (created)'],
    ['AUTHENTICATORS_NEEDED', 3, 'is not finished (authenticators needed)'],
    ['SOMETHING_NEW', 3, 'is not finished (something new)'],
  ])('that is %s ends with %i and prints the activity', async (status, expected, said) => {
    const engine = engineAsking({}, {}, status);
    const { exitCode, stdout, stderr } = await cli(['call', 'create_wallet', '--json', '{}'], { engine });
    expect([exitCode, JSON.parse(stdout)]).toEqual([expected, { activity: activityWith(status) }]);
    expect(stderr).toContain(said);
    expect(stderr).toContain('fingerprint sha256:aa');
  });

  it('that failed shows the service’s reason, also when it is read again', async () => {
    const failed = { ...activityWith('FAILED'), failure: { code: 3, message: 'no such wallet' } };
    const said = 'is failed: no such wallet (code 3). It changed nothing.';
    const submitting = engineWith({ submit: async () => ({ ...submitted('FAILED'), activity: failed }) });
    expect((await cli(['call', 'create_wallet', '--json', '{}'], { engine: submitting })).stderr).toContain(said);
    const engine = new FakeEngine({
      queries: { run: async () => ({ activities: [activityWith('COMPLETED'), failed] }) },
    });
    const { exitCode, stderr } = await cli(['call', 'list_activities'], { engine });
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(said)]);
  });

  it('is prepared from exactly the given JSON and profile', async () => {
    const prepared: unknown[] = [];
    const findings = [{ level: 'care', text: 'the member x is not declared', field: null, basis: null } as const];
    const prepare: Engine['requests']['prepare'] = async (...input) => {
      prepared.push(input);
      return PREPARED;
    };
    const engine = engineAsking({ findings }, { prepare });
    const { stderr } = await cli(['call', 'create_wallet', '--json', '{"x":1}', '--profile', 'cold'], { engine });
    const options = { profile: { ...profileRow, name: 'cold' }, hexIsNoKey: false };
    expect(prepared).toMatchObject([['create_wallet', { x: 1 }, options]]);
    expect(stderr).toContain('Care: the member x is not declared\n');
  });

  it.each([
    [
      'create_policy',
      '{"condition":"eth.tx.to == \\"0x1\\""}',
      'condition, line 1, column 14: Text is in single quotes',
    ],
    ['create_policies', '{"policies":[{"consensus":"approvers >= 2"}]}', 'policies[0].consensus, line 1, column 1: >='],
    ['update_policy', '{"policyCondition":"eth.tx.to = \'0x1\'"}', 'policyCondition, line 1, column 11: A comparison'],
    [
      'create_mfa_policy',
      '{"condition":"eth.tx.too == \'0x1\'"}',
      'condition, line 1, column 1: eth.tx.too does not exist',
    ],
    ['create_session_profile', '{"scope":"true &&"}', 'scope, line 1, column 8: A value was expected'],
  ])('%s with a faulty expression is wrong usage, and nothing is prepared', async (operation, json, fault) => {
    const engine = engineWith({});
    for (const more of [[], ['--dry-run'], ['--to-stamp', join(folder, 'request')]]) {
      const { exitCode, stdout, stderr } = await cli(['call', operation, '--json', json, ...more], { engine });
      expect([exitCode, stdout, engine.options]).toEqual([2, '', []]);
      expect(stderr).toContain(`The service refuses an expression in the JSON. ${fault}`);
    }
  });

  it('with many faults names three of them', async () => {
    const policies = Array.from({ length: 5 }, () => ({ condition: '1' }));
    const { stderr } = await cli(['call', 'create_policies', '--json', JSON.stringify({ policies })]);
    expect(stderr.match(/policies\[\d\]/g)).toEqual(['policies[0]', 'policies[1]', 'policies[2]']);
    expect(stderr).toContain('More faults: 2. Nothing was sent.');
  });

  it('with a faulty expression is shown and asked for with --confirm', async () => {
    const prepared: unknown[] = [];
    const prepare: Engine['requests']['prepare'] = async (...input) => {
      prepared.push(input[0]);
      return PREPARED;
    };
    const engine = engineAsking({}, { prepare });
    await cli(['call', 'create_policy', '--json', '{"condition":"1"}', '--confirm'], { engine });
    expect(prepared).toEqual(['create_policy']);
  });

  it('is followed for the time of --wait, or the engine’s default', async () => {
    const followed: unknown[] = [];
    const requests: Partial<Engine['requests']> = {
      submit: async (_requestId, following) => {
        followed.push(following?.milliseconds);
        return submitted(following?.milliseconds === 0 ? 'PENDING' : 'COMPLETED');
      },
    };
    expect((await cli(['call', 'create_wallet', '--wait', '90'], { engine: engineWith(requests) })).exitCode).toBe(0);
    expect((await cli(['call', 'create_wallet'], { engine: engineWith(requests) })).exitCode).toBe(3);
    expect(followed).toEqual([90_000, 0]);
  });

  const proof = { scheme: 'ECDSA secp256k1', publicKey: 'bb', address: '0xcc', compared: [], transactionId: null };

  it('shows that its signature was checked', async () => {
    const signature = { ...proof, signed: ['aa'] };
    const engine = engineWith({ submit: async () => ({ ...submitted('COMPLETED'), signature }) });
    const { stderr } = await cli(['call', 'sign_raw_payload', '--json', '{}'], { engine });
    expect(stderr).toContain('The signature was checked: ECDSA secp256k1, by 0xcc\nActivity');
  });

  it('shows that all of its signatures were checked', async () => {
    const signature = { ...proof, signed: ['aa', 'bb'] };
    const engine = engineWith({ submit: async () => ({ ...submitted('COMPLETED'), signature }) });
    const { stderr } = await cli(['call', 'sign_raw_payloads', '--json', '{}'], { engine });
    expect(stderr).toContain('The 2 signatures were checked: ECDSA secp256k1, by 0xcc');
  });

  it('shows the compared parts of a transaction and its id on the chain', async () => {
    const signature = { ...proof, signed: ['aa'], compared: ['chainId', 'to'], transactionId: '0xdd' };
    const engine = engineWith({ submit: async () => ({ ...submitted('COMPLETED'), signature }) });
    const { stderr } = await cli(['call', 'sign_transaction', '--json', '{}'], { engine });
    expect(stderr).toContain('by 0xcc\nCompared with the request: chainId, to\nTransaction 0xdd\nActivity');
  });

  it('shows the decoded contents before sending', async () => {
    const decoded = {
      title: 'EIP-1559 transaction',
      summary: [{ name: 'Chain', value: 'Ethereum (1)', kind: 'text' as const }],
      fields: [{ name: 'to', value: '0xee', kind: 'address' as const }],
      unexplained: [],
    };
    const engine = engineAsking({ decoded });
    const { stderr } = await cli(['call', 'sign_transaction', '--json', '{}'], { engine });
    expect(stderr).toContain('\n  Chain: Ethereum (1)\nEIP-1559 transaction\n  to: 0xee\n');
  });

  it.each([
    ['signatures of payloads', { kind: 'payloads', signatures: [] }, true],
    ['a signed transaction', { kind: 'transaction', signedTransaction: '02' }, true],
    ['anything but a signature', null, false],
  ] as const)('warns that a signature was not checked: %s', async (_name, signed, said) => {
    const answered = { ...submitted('COMPLETED'), signed: signed as SubmittedRequest['signed'] };
    const engine = engineWith({ submit: async () => answered });
    const { exitCode, stderr } = await cli(['call', 'sign_raw_payload'], { engine });
    expect([exitCode, stderr.includes('The signature was NOT checked')]).toEqual([0, said]);
  });

  it.each([
    [new AppError('ACTIVITY_FAILED', 'It failed.'), 4],
    [new AppError('SERVICE_REFUSED', 'It was refused.'), 1],
    [new AppError('UNKNOWN_PROFILE', 'There is none.'), 2],
    [new AppError('INVALID_INPUT', 'Wrong.', { fields: [{ path: '/walletName', reason: 'must be text' }] }), 2],
  ])('that ends in %s prints nothing on stdout and ends with %i', async (error, expected) => {
    const engine = engineWith({ submit: () => Promise.reject(error) });
    const { exitCode, stdout, stderr } = await cli(['call', 'create_wallet'], { engine });
    expect([exitCode, stdout, engine.closed]).toEqual([expected, '', 1]);
    expect(stderr).toContain(`castellan: ${error.message} (${error.code})`);
    for (const { path, reason } of error.fields ?? [])
      expect(stderr).toContain(`\n  ${placeInWords(path)}: ${reason}\n`);
  });

  it('with an unexpected error shows only a reference to the log', async () => {
    const engine = engineWith({ submit: () => Promise.reject(new TypeError('key 7f3a is undefined')) });
    const { exitCode, stderr } = await cli(['call', 'create_wallet'], { engine });
    expect(exitCode).toBe(1);
    expect(stderr).not.toContain('7f3a');
    expect(stderr).toContain('(INTERNAL)\n  reference in the log: log-7\n');
  });
});

it('--dry-run prints what would be sent, sends nothing and drops the request', async () => {
  const discarded: string[] = [];
  const exact = { method: 'POST', url: 'https://service.example/x', headers: { 'X-Stamp': 's' }, body: '{}' };
  const engine = engineWith({
    dryRun: async () => exact,
    discard: async (requestId) => void discarded.push(requestId),
  });
  const { exitCode, stdout } = await cli(['call', 'create_wallet', '--dry-run'], { engine });
  expect([exitCode, JSON.parse(stdout), discarded]).toEqual([0, exact, ['request-1']]);
});
