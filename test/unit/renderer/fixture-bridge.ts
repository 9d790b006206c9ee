import { AppError, toReply } from '../../../shared/errors/index.ts';
import type {
  AppState,
  Bridge,
  CallInput,
  CallName,
  CallOutput,
  JobContext,
  JobInput,
  JobName,
  JobOutput,
  JobProgress,
} from '../../../shared/ipc/index.ts';
import { appState } from './fixture-app-state.ts';
import { tableJobs } from './fixture-batches.ts';
import {
  account,
  activity,
  credentials,
  DOCTOR,
  described,
  detail,
  hexText,
  KEY_CALLS,
  MODULE,
  ORGANIZATION_ID,
  PROFILES,
  TOKEN,
  unsettled,
} from './fixture-data.ts';
import { NO_DOCUMENTS } from './fixture-documents.ts';
import { historyFixture } from './fixture-history.ts';
import { logFixture } from './fixture-log.ts';
import { paymentsFixture } from './fixture-payments.ts';
import { resultOf } from './fixture-results.ts';
import { activityText, lazily, OPEN_ACTIVITY, type Rows, withFound } from './fixture-rows.ts';
import { stationCalls, stationJobs } from './fixture-station.ts';
import { BACKUP, QUIET } from './fixture-transfers.ts';
import { walletsFixture } from './fixture-wallets.ts';

/** By the names that the page calls. */
interface NamedHandlers {
  readonly calls: {
    readonly [Name in CallName]: (input: CallInput<Name>) => CallOutput<Name> | Promise<CallOutput<Name>>;
  };
  readonly jobs: {
    readonly [Name in JobName]: (
      input: JobInput<Name>,
      context: JobContext<JobProgress<Name>>,
    ) => Promise<JobOutput<Name>>;
  };
}

/** The initial state of a test double of main. */
export interface Scenario {
  readonly app?: Partial<AppState>;
  readonly accounts?: number;
  readonly activities?: number;
  readonly transactions?: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The age of the cached rows, in milliseconds. */
  readonly age?: number;
  /** The code every submit ends with, for screens that show errors. */
  readonly submitFails?: 'SERVICE_UNREACHABLE' | 'AUDIT_UNAVAILABLE';
  /** Status of the activities that submits make. */
  readonly submitStatus?: string;
  /** Keeps a submit at this stage until it is cancelled. */
  readonly holdAt?: 'recording' | 'sending' | 'following';
  /** The operator answers no in the trusted window. */
  readonly refuses?: boolean;
  readonly withUnsettled?: boolean;
}

export interface FixtureBridge extends Bridge {
  /** Every call and job the page made, in order, without secrets. */
  readonly asked: readonly string[];
  /** Changes main's state and notifies the page. */
  change(change: Partial<AppState>): void;
}

interface Question {
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

type Listener = (payload: unknown) => void;

/** The test double of main, made from the contract: a missing or misshaped handler does not compile. */
export function createFixtureBridge(scenario: Scenario): FixtureBridge {
  const { now } = scenario;
  let state = appState(scenario.app ?? {});
  let profiles = state.profile === null ? [] : [...PROFILES];
  let rows = scenario.withUnsettled === true ? unsettled(now) : [];
  let refreshedAt: number | null = scenario.accounts === 0 ? null : now - (scenario.age ?? 180_000);
  const accounts = lazily(scenario.accounts ?? 0, (index) => account(index, now));
  const activities = lazily(scenario.activities ?? 0, (index) => activity(index, now));
  const listeners = new Map<string, Set<Listener>>();
  const controllers = new Map<string, AbortController>();
  const asked: string[] = [];
  const prepared = new Map<string, { operation: string; parameters: Record<string, unknown> }>();
  let made = 0;

  const emit = (name: string) => {
    for (const listener of listeners.get(name) ?? []) listener({});
  };
  const change = (changed: Partial<AppState>) => {
    state = { ...state, ...changed };
    emit('app.changed');
  };
  const announceUnsettled = () =>
    change({ unsettled: rows.map(({ profile, title, state: open }) => ({ profile, title, state: open })) });
  const page = <Row>(all: Rows<Row>, text: (row: Row) => string, { search, offset, limit }: Question) => {
    if (search === '') return { rows: all.slice(offset, offset + limit), total: all.total, refreshedAt };
    const found = all.slice(0, all.total).filter((row) => text(row).toLowerCase().includes(search.toLowerCase()));
    return { rows: found.slice(offset, offset + limit), total: found.length, refreshedAt };
  };
  const rowOf = (activityId: string) =>
    activities.slice(0, activities.total).find((entry) => entry.activityId === activityId) ?? activity(0, now);
  const reachable = () => {
    if (state.service.state === 'running') return;
    throw new AppError(
      'SERVICE_UNREACHABLE',
      'The service did not answer within 10 seconds. Nothing was read. Check the network, then refresh.',
    );
  };
  const held = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new AppError('CANCELLED', 'You stopped this.')));
    });

  const log = logFixture(now, () => emit('audit.changed'));
  const keys = walletsFixture(scenario.accounts ?? 0, now, page);
  const history = historyFixture(scenario.transactions ?? 0, now);
  const handlers: NamedHandlers = {
    calls: {
      'app.state': () => state,
      'app.setPreferences': (preferences) => {
        change({ preferences });
        return {};
      },
      ...{ 'app.clearClipboard': () => ({}), 'files.choose': () => ({ files: [] }) },
      'updates.check': () => ({ ok: true, ...state.update }),
      'app.doctor': () => DOCTOR,
      'app.copy': () => ({}),
      'setup.connect': ({ name }) => {
        profiles = [...profiles];
        change({ profile: name });
        return { profile: name, publicKey: `02${hexText(5, 64)}`, curve: 'p256' };
      },
      'tokens.modules': () => ({ modules: [MODULE] }),
      'tokens.chooseFile': () => ({ path: '/opt/maker/libmaker.so' }),
      'tokens.list': () => ({ tokens: [TOKEN] }),
      'tokens.keys': () => ({ keys: [] }),
      'tokens.add': () => ({ profile: 'local', publicKey: `02${hexText(6, 64)}`, curve: 'p256' }),
      'keys.forgetPin': () => ({}),
      'vault.unlock': () => {
        if (scenario.refuses) throw new AppError('NOT_CONFIRMED', 'You did not unlock the vault. It stays locked.');
        change({ vault: { ...state.vault, state: 'unlocked', problem: null } });
        return {};
      },
      'signIn.list': () => ({ sessions: [] }),
      'signIn.end': () => ({}),
      'vault.idleTime': () => ({ minutes: 5 }),
      'vault.setIdleTime': () => ({}),
      'vault.confirmIdleTime': () => ({}),
      'vault.lock': () => {
        change({ vault: { ...state.vault, state: 'locked' } });
        return {};
      },
      'profiles.list': () => ({
        profiles: profiles.map((row) => ({ ...row, current: row.name === state.profile })),
        credentials: credentials(now),
      }),
      'profiles.use': ({ name }) => {
        change({ profile: name, service: { ...state.service, state: 'running', problem: null } });
        return {};
      },
      'profiles.remove': ({ name }) => {
        profiles = profiles.filter((row) => row.name !== name);
        change({});
        return {};
      },
      ...KEY_CALLS,
      'profiles.askToSign': ({ name, asks }) => {
        profiles = profiles.map((row) => (row.name === name ? { ...row, asksToSign: asks } : row));
        change({});
        return {};
      },
      'profiles.acceptName': () => ({}),
      'profiles.allowBlindSigning': ({ name, allowed }) => {
        profiles = profiles.map((row) => (row.name === name ? { ...row, blindSigning: allowed } : row));
        change({});
        return {};
      },
      'profiles.move': ({ name, ...to }) => {
        profiles = profiles.map((row) => (row.name === name ? { ...row, ...to } : row));
        change({});
        return {};
      },
      'profiles.confirm': ({ name }) => {
        profiles = profiles.map(({ changed, ...row }) =>
          changed === undefined || row.name === name ? row : { ...row, changed },
        );
        change({});
        return {};
      },
      'profiles.check': () => ({
        organizationId: ORGANIZATION_ID,
        organizationName: 'Northgate Treasury',
        userId: 'u',
        username: 'Robin',
      }),
      'accounts.list': (question) => ({
        ...page(accounts, (row) => `${row.name} ${row.address} ${row.walletName}`, question),
        near: null,
      }),
      ...{ ...keys.calls, ...NO_DOCUMENTS },
      ...paymentsFixture(now),
      ...history.calls,
      'activities.list': (question) => page(activities, activityText, question),
      'activities.lines': (question) => withFound(page(activities, activityText, question)),
      'activities.get': ({ activityId }) => {
        const row = rowOf(activityId);
        return detail(row, row.type.includes('EXPORT') && row.status.endsWith('COMPLETED'));
      },
      'activities.result': ({ activityId }) => resultOf(rowOf(activityId), account(0, now).address),
      ...OPEN_ACTIVITY,
      'activities.waiting': () => ({ rows: [], others: [], voted: [], older: 0, refreshedAt }),
      'activities.describe': ({ activityId }) => described(rowOf(activityId)),
      'requests.describe': () => {
        const { meaning, naming } = described(activity(0, now));
        return { meaning, naming };
      },
      'requests.prepare': ({ operation, parameters }) => {
        made += 1;
        prepared.set(`request-${made}`, { operation, parameters });
        return { requestId: `request-${made}` };
      },
      'requests.broadcast': () => ({ requestId: 'broadcast' }),
      'requests.discard': ({ requestId }) => {
        prepared.delete(requestId);
        rows = rows.filter((row) => row.requestId !== requestId);
        announceUnsettled();
        emit('requests.changed');
        return {};
      },
      'operations.ask': () => ({ answer: { userTags: [{ tagId: 't', tagName: 'Desk', tagType: 'TAG_TYPE_USER' }] } }),
      'requests.unsettled': () => ({ rows }),
      'requests.giveUp': ({ requestId }) => {
        rows = rows.filter((row) => row.requestId !== requestId);
        announceUnsettled();
        emit('requests.changed');
        return {};
      },
      'credentials.stampWith': () => ({}),
      ...QUIET.calls,
      ...stationCalls,
      ...log.calls,
    },
    jobs: {
      'signIn.begin': async () => ({ expiresAt: now + 900_000 }),
      'credentials.addPasskey': async () => {
        throw new AppError('PASSKEY_UNAVAILABLE', 'There is no passkey window here.');
      },
      'addresses.take': async () => ({ lines: [], taken: 0 }),
      'votes.cast': async () => ({ votes: [] }),
      'backups.create': async () => ({ written: { path: '/media/stick/castellan.backup', checked: BACKUP } }),
      ...tableJobs,
      ...stationJobs,
      ...QUIET.jobs,
      'backups.check': async () => ({ found: BACKUP }),
      'setup.createLocal': async (_input, { progress }) => {
        progress({ done: 1, total: 4, text: 'Making the key' });
        progress({ done: 3, total: 4, text: 'Opening the organization' });
        profiles = [...PROFILES];
        change({ profile: 'local' });
        return { profile: 'local' };
      },
      'accounts.refresh': async () => {
        reachable();
        refreshedAt = scenario.age === undefined ? now : refreshedAt;
        emit('accounts.changed');
        return { accounts: accounts.total };
      },
      ...{ ...keys.jobs, ...history.jobs },
      'activities.readOlder': async () => ({ activities: 0 }),
      'activities.refresh': async () => {
        reachable();
        emit('activities.changed');
        return { activities: activities.total };
      },
      'requests.submit': async ({ requestId }, { progress, signal }) => {
        for (const stage of ['recording', 'stamping', 'sending', 'following', 'checking'] as const) {
          progress({ stage });
          if (scenario.holdAt === stage) await held(signal);
          if (stage === 'sending' && scenario.submitFails !== undefined) {
            throw new AppError(
              scenario.submitFails,
              'The service did not answer. The request is recorded and may have arrived. Settle it among the unsettled requests.',
            );
          }
        }
        const { operation } = prepared.get(requestId) ?? { operation: 'sign_raw_payload' };
        const status = scenario.submitStatus ?? 'ACTIVITY_STATUS_COMPLETED';
        const index = Math.max(
          ['sign_raw_payload', 'create_wallet', 'export_wallet_account', 'create_wallet_accounts'].indexOf(operation),
          0,
        );
        return { activity: detail({ ...activity(index, now), status }, operation === 'export_wallet_account') };
      },
      'requests.settle': async ({ requestId }, { progress }) => {
        progress({ stage: 'sending' });
        rows = rows.filter((row) => row.requestId !== requestId);
        announceUnsettled();
        emit('requests.changed');
        return { activity: detail(activity(0, now), false) };
      },
      ...log.jobs,
      'lists.writeShown': async ({ rows }) => ({ written: { path: '/media/stick/users.csv', rows: rows.length } }),
      'lists.write': async ({ list }) => ({ written: { path: `/media/stick/${list}.csv`, rows: 2 } }),
    },
  };
  return {
    asked,
    change,
    call(name, input) {
      asked.push(name);
      const handler = handlers.calls[name as keyof NamedHandlers['calls']] as (input: unknown) => unknown;
      return toReply(() => handler(input));
    },
    job(name, jobId, input, progress) {
      asked.push(name);
      const controller = new AbortController();
      controllers.set(jobId, controller);
      const handler = handlers.jobs[name as keyof NamedHandlers['jobs']] as (
        input: unknown,
        context: unknown,
      ) => Promise<unknown>;
      return toReply(() => handler(input, { signal: controller.signal, progress }));
    },
    cancel: (jobId) => controllers.get(jobId)?.abort(),
    on(name, listener) {
      const known = listeners.get(name) ?? new Set();
      listeners.set(name, known.add(listener));
      return () => known.delete(listener);
    },
  };
}
