import type { CallName, EventName, JobName } from '../../shared/ipc/index.ts';

/**
 * The names of the contract, written out: taking them from `CONTRACT` would put the schema library into the preload.
 * A missing or a surplus name does not compile.
 */
const CALLS = {
  'app.state': true,
  'app.setTheme': true,
  'app.doctor': true,
  'app.copy': true,
  'setup.connect': true,
  'vault.unlock': true,
  'vault.lock': true,
  'profiles.list': true,
  'profiles.use': true,
  'profiles.remove': true,
  'profiles.check': true,
  'accounts.list': true,
  'accounts.wallets': true,
  'activities.list': true,
  'activities.get': true,
  'requests.prepare': true,
  'requests.discard': true,
  'requests.unsettled': true,
  'exports.open': true,
  'exports.reveal': true,
  'exports.close': true,
  'audit.status': true,
} satisfies Record<CallName, true>;

const JOBS = {
  'setup.createLocal': true,
  'accounts.refresh': true,
  'activities.refresh': true,
  'requests.submit': true,
  'requests.settle': true,
  'audit.verify': true,
} satisfies Record<JobName, true>;

const EVENTS = {
  'app.changed': true,
  'accounts.changed': true,
  'activities.changed': true,
  'requests.changed': true,
} satisfies Record<EventName, true>;

export const isCall = (name: string): boolean => Object.hasOwn(CALLS, name);
export const isJob = (name: string): boolean => Object.hasOwn(JOBS, name);
export const isEvent = (name: string): boolean => Object.hasOwn(EVENTS, name);
