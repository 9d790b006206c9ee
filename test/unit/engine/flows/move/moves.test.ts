import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../../shared/errors/index.ts';
import { accountAt, bench, ID, OTHER, walletOf } from './move-bench.ts';

const MOVE = { to: 'there', named: ['Treasury'] };
const source = (accounts = 2) =>
  walletOf(
    ID,
    Array.from({ length: accounts }, (_, index) => accountAt(index)),
  );

const AGAIN = (profile: string) =>
  `At “${profile}”: The database is damaged. The move of the wallet “Treasury” is not finished. Run the same move again to go on.`;

/** A signal that runs the work when it is read between the plan and the first item. */
function removesWhenRead(work: () => unknown): AbortSignal {
  const { signal } = new AbortController();
  return new Proxy(signal, {
    get(target, name) {
      if (name === 'aborted') work();
      return Reflect.get(target, name);
    },
  });
}

describe('a move', () => {
  it('asks once, gets a key of the target, exports to it and imports', async () => {
    const { moves, asked, sent } = bench([source()], []);
    const [item] = await moves.run(MOVE);
    expect(asked).toMatchObject([
      {
        kind: 'moveKeys',
        profile: { name: 'here' },
        to: { name: 'there' },
        moved: [{ name: 'Treasury', addresses: 2 }],
      },
    ]);
    expect(sent).toEqual(['init_import_wallet there', 'export_wallet here', 'import_wallet there']);
    expect(item).toMatchObject({ state: 'moved', targetId: 'new', compared: 2 });
  });

  it('sends nothing that the operator refuses', async () => {
    const { moves, sent } = bench([source()], [], { refuses: true });
    await expect(moves.run(MOVE)).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(sent).toEqual([]);
  });

  it.each(['here', 'there'])('uses no profile that was changed outside: %s', async (changed) => {
    const { moves, sent, asked } = bench([source()], [], { confirms: (name) => name !== changed });
    await expect(moves.run(MOVE)).rejects.toMatchObject({ code: 'PROFILE_CHANGED' });
    expect([sent, asked]).toEqual([[], []]);
  });

  it('names both addresses when the target reports another one', async () => {
    const { moves } = bench([source(1)], [], { imports: (account) => ({ ...account, address: OTHER }) });
    const error = moves.run(MOVE);
    await expect(error).rejects.toMatchObject({ code: 'ADDRESS_MISMATCH', message: expect.stringContaining(OTHER) });
    await expect(error).rejects.toThrow(String(accountAt(0).address));
  });

  it('fails when the target imports fewer accounts and adds none', async () => {
    const { moves, wallets } = bench([source(2)], [], {
      addsNone: true,
      imports: (account) => ({ ...account, path: account.path === source().accounts[1]?.path ? 'm/0' : account.path }),
    });
    await expect(moves.run(MOVE)).rejects.toMatchObject({ code: 'ADDRESS_MISMATCH' });
    expect(wallets.here).toHaveLength(1);
  });

  it('adds the accounts that one import cannot take', async () => {
    const { moves, sent } = bench([source(1_001)], []);
    const [item] = await moves.run(MOVE);
    expect(sent.at(-1)).toBe('create_wallet_accounts there');
    expect(item?.compared).toBe(1_001);
  });

  it('leaves a wallet alone that is already at the target, also under another name', async () => {
    const there = { ...walletOf('old', [accountAt(0), accountAt(1)], 'Renamed'), imported: true };
    const { moves, sent, asked } = bench([source()], [there]);
    expect(await moves.run(MOVE)).toMatchObject([{ state: 'already there', targetId: 'old', compared: 2 }]);
    expect([sent, asked]).toEqual([[], []]);
  });

  it('does not call an export by an earlier run one from before', async () => {
    const wallet = walletOf(ID, [accountAt(0)]);
    const { moves } = bench([wallet], [], { fails: 'import_wallet there' });
    await expect(moves.run(MOVE)).rejects.toThrow('is not finished');
    Object.assign(wallet, { exported: true });
    expect((await moves.plan(MOVE))[0]).toMatchObject({ state: 'not started', notMoved: { exportedBefore: null } });
    const there = { ...walletOf('new', [accountAt(0)]), imported: true };
    const done = bench([wallet], [there]);
    expect(await done.moves.run(MOVE)).toMatchObject([{ state: 'already there', notMoved: { exportedBefore: null } }]);
  });

  it('lists what it cannot move, by name', async () => {
    const wallet = { ...walletOf(ID, [accountAt(0)]), exported: true };
    const { moves } = bench([wallet, walletOf('X', [accountAt(0, OTHER)], 'Else')], []);
    expect((await moves.plan(MOVE))[0]).toMatchObject({
      state: 'not started',
      notMoved: {
        policies: ['By id', 'Nobody signs'],
        otherPolicies: ['Other'],
        users: ['Ben'],
        webhooks: ['Ledger'],
        velocityControls: ['Daily'],
        mfaPolicies: ['Two steps'],
        ipRanges: ['10.0.0.0/8'],
        unread: [],
        tags: [],
        exportedBefore: true,
      },
    });
  });

  it('names the lists that the service does not give', async () => {
    const { moves } = bench([walletOf(ID, [accountAt(0)])], [], { fails: 'get_mfa_policies here' });
    const [planned] = await moves.plan(MOVE);
    expect(planned?.notMoved).toMatchObject({ mfaPolicies: [], unread: ['MFA policies'], velocityControls: ['Daily'] });
  });

  it.each([
    [{ to: 'there', named: ['Tresury'] }, 'NOT_FOUND', 'Did you mean “Treasury”?'],
    [{ to: 'here', named: ['Treasury'] }, 'INVALID_INPUT', 'are for the same organization'],
  ])('refuses %j', async (wanted, code, message) => {
    const { moves } = bench([source()], []);
    await expect(moves.run(wanted)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('refuses a target with another wallet of the name, and a wallet without accounts', async () => {
    const twin = walletOf(
      'twin',
      [accountAt(0, OTHER)].map((account) => ({ ...account, path: 'm/9' })),
    );
    await expect(bench([source()], [twin]).moves.run(MOVE)).rejects.toThrow(
      'already has another wallet named “Treasury”',
    );
    await expect(bench([source(0)], []).moves.run(MOVE)).rejects.toThrow('has no account');
  });

  it.each([
    ['list_wallets there', 'At “there”: The database is damaged. Nothing was moved.', []],
    ['list_users here', 'At “here”: The database is damaged. Nothing was moved.', []],
    ['init_import_wallet there', AGAIN('there'), []],
    ['export_wallet here', AGAIN('here'), ['init_import_wallet there']],
    ['import_wallet there', AGAIN('there'), ['init_import_wallet there', 'export_wallet here']],
  ])('names the service that fails, and what was not done: %s', async (fails, message, before) => {
    const { moves, sent } = bench([source()], [], { fails });
    await expect(moves.run(MOVE)).rejects.toMatchObject({ code: 'SERVICE_REFUSED', message });
    expect(sent).toEqual(before);
  });

  it('names the open request that stops it, and how to close it', async () => {
    const faults: { fails?: string; settles?: AppError } = { fails: 'import_wallet there' };
    const { moves } = bench([source()], [], faults);
    await expect(moves.run(MOVE)).rejects.toMatchObject({ code: 'SERVICE_REFUSED' });
    delete faults.fails;
    faults.settles = new AppError('SERVICE_REFUSED', 'The import is not open.', { outcome: 'unknown' });
    await expect(moves.run(MOVE)).rejects.toThrow(
      /^At “there”: The import is not open\. If it can no longer succeed, give it up first: castellan request give-up init_import_wallet-0 --reason TEXT\. The move of the wallet “Treasury” is not finished\. Run the same move again to go on\.$/,
    );
  });

  it('resumes at a target that was restored from an older backup', async () => {
    const faults: { fails?: string; forgets?: string } = { fails: 'import_wallet there' };
    const { moves, sent } = bench([source()], [], faults);
    await expect(moves.run(MOVE)).rejects.toMatchObject({ code: 'SERVICE_REFUSED' });
    delete faults.fails;
    faults.forgets = 'there';
    expect(await moves.run(MOVE)).toMatchObject([{ state: 'moved' }]);
    expect(sent.slice(2)).toEqual(['init_import_wallet there', 'import_wallet there']);
  });

  it('ends with the error of a full disk, and resumes without a second export', async () => {
    const faults: { full?: string } = { full: 'import_wallet' };
    const { moves, sent } = bench([source()], [], faults);
    await expect(moves.run(MOVE)).rejects.toMatchObject({ code: 'DISK_FULL' });
    delete faults.full;
    expect(await moves.run(MOVE)).toMatchObject([{ state: 'moved' }]);
    expect(sent).toEqual(['init_import_wallet there', 'export_wallet here', 'import_wallet there']);
  });

  it.each([
    ['init_import_wallet', 'You did not sign.'],
    [
      'export_wallet',
      'Done before: the target made a key for it. Only the request after that was not stamped or sent.',
    ],
    ['import_wallet', 'Done before: the target made a key for it, the source exported it, encrypted to that key. Only'],
  ])('names what was done before a refused %s, and goes on from there', async (unsigned, message) => {
    const faults: { unsigned?: string } = { unsigned };
    const { moves, sent } = bench([source()], [], faults);
    const refused = moves.run(MOVE);
    await expect(refused).rejects.toMatchObject({ code: 'NOT_CONFIRMED', message: expect.stringContaining(message) });
    delete faults.unsigned;
    expect(await moves.run(MOVE)).toMatchObject([{ state: 'moved' }]);
    expect(sent).toEqual(['init_import_wallet there', 'export_wallet here', 'import_wallet there']);
  });

  it('never exports a wallet that was not in the question', async () => {
    const { moves, sent, wallets, asked } = bench([source()], [], { waits: ['import_wallet'] });
    await moves.run(MOVE);
    const [questions, requests] = [asked.length, sent.length];
    wallets.there?.push({ ...walletOf('other', [accountAt(0), accountAt(1)], 'Renamed'), imported: true });
    await expect(moves.run(MOVE, { signal: removesWhenRead(() => wallets.there?.splice(0)) })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('It was not exported.'),
    });
    expect([asked.length, sent.length]).toEqual([questions, requests]);
  });

  it('reads no wallet with more than 10,000 accounts', async () => {
    const { moves, sent } = bench([source(10_001)], []);
    await expect(moves.run(MOVE)).rejects.toThrow('has more than 10000 accounts. It was not moved.');
    expect(sent).toEqual([]);
  });

  it.each(['init_import_wallet', 'export_wallet', 'import_wallet'])(
    'waits for votes on %s, and asks for no second activity',
    async (operation) => {
      const { moves, sent } = bench([source()], [], { waits: [operation] });
      const [first] = await moves.run(MOVE);
      const count = sent.length;
      const [again] = await moves.run(MOVE);
      expect(again).toMatchObject({ state: 'waiting', waiting: first?.waiting });
      expect(sent).toHaveLength(count);
    },
  );
});
