import type { ComponentType } from 'react';
import { Accounts } from '../features/accounts/accounts.tsx';
import { accountsList, activitiesList, earnList, historyList } from '../state/lists.ts';
import { organizationRefresh } from '../state/organization.ts';
import type { Place } from '../state/route.ts';
import { webhooksRefresh } from '../state/webhooks.ts';
import type { Refresh } from '../state/work.ts';
import type { IconName } from '../ui/icon.tsx';
import { later } from '../ui/later.tsx';
import { SendPlace } from './send-place.tsx';

/** The headings of the rail from top to bottom. Null is the last group, which has no heading. */
export const GROUPS = ['Work', 'Record', 'Manage', null] as const;

interface PlaceEntry {
  /** The name in the rail, the title of the place, and the name in the list of shortcuts. */
  readonly label: string;
  readonly icon: IconName;
  readonly group: (typeof GROUPS)[number];
  /**
   * The key that opens the place together with Command on macOS, or Control elsewhere. The first nine have the digits in
   * the order of the rail. 0 resets the zoom.
   */
  readonly key: string;
  /** The label of the place in the command palette. */
  readonly command: string;
  /** Further words that find the place in the command palette. */
  readonly words: string;
  /** The place in one sentence, and its page of the guide. */
  readonly help: { readonly sentence: string; readonly page: string };
  readonly component: ComponentType<{ readonly title: string }>;
  /** The job that refreshes the list of the place. Absent for a place without such a list. */
  readonly refresh?: Refresh;
}

/**
 * Every place of the window, in the order of the rail. Rail, frame, palette and shortcuts all read this table. The
 * code of the accounts place loads with the window, because the window opens there. `fetchLater` loads the others.
 */
export const PLACES: Readonly<Record<Place, PlaceEntry>> = {
  inbox: {
    label: 'Inbox',
    icon: 'inbox',
    group: 'Work',
    key: '1',
    command: 'Go to inbox',
    words: 'votes approve reject approvals consensus waiting',
    help: { sentence: 'Requests of others that wait for your vote.', page: 'votes-and-policies' },
    component: later(async () => (await import('../features/activities/inbox.tsx')).Inbox),
    refresh: activitiesList.refresh,
  },
  send: {
    label: 'Send',
    icon: 'send',
    group: 'Work',
    key: '2',
    command: 'Send a payment',
    words: 'pay transfer payment coin token eth usdc broadcast batch many payroll csv sign payloads',
    help: { sentence: 'Pays from an account, once or from a table.', page: 'sending' },
    component: SendPlace,
  },
  accounts: {
    label: 'Accounts',
    icon: 'account',
    group: 'Work',
    key: '3',
    command: 'Go to accounts',
    words: 'wallets addresses balances',
    help: { sentence: 'Your wallets’ accounts with their addresses and balances.', page: 'first-vault' },
    component: Accounts,
    refresh: accountsList.refresh,
  },
  history: {
    label: 'History',
    icon: 'history',
    group: 'Work',
    key: '4',
    command: 'Go to history',
    words: 'transactions transfers received sent payments export csv json',
    help: { sentence: 'The transactions of your accounts, from their copy on this machine.', page: 'sending' },
    component: later(async () => (await import('../features/history/history.tsx')).History),
    refresh: historyList.refresh,
  },
  sign: {
    label: 'Sign',
    icon: 'sign',
    group: 'Work',
    key: '5',
    command: 'Sign a message or transaction',
    words: 'payload signature',
    help: { sentence: 'Signs a message or transaction after it was explained.', page: 'signing' },
    component: later(async () => (await import('../features/sign/sign.tsx')).Sign),
  },
  activities: {
    label: 'Activities',
    icon: 'activity',
    group: 'Record',
    key: '6',
    command: 'Go to activities',
    words: 'unsettled in flight recovery',
    help: { sentence: 'Everything that was asked of the service, with its outcome.', page: 'lists' },
    component: later(async () => (await import('../features/activities/activities.tsx')).Activities),
    refresh: activitiesList.refresh,
  },
  audit: {
    label: 'Audit',
    icon: 'chain',
    group: 'Record',
    key: '7',
    command: 'Go to audit log',
    words: 'verify record chain stamped entries export proof bytes fingerprint',
    help: { sentence: 'Every body that this machine stamped, in a chain that shows each change.', page: 'auditing' },
    component: later(async () => (await import('../features/audit/audit.tsx')).Audit),
  },
  organization: {
    label: 'Organization',
    icon: 'people',
    group: 'Manage',
    key: '8',
    command: 'Go to organization',
    words: 'users tags api keys passkeys policies quorum rules people',
    help: { sentence: 'The people, keys and rules of your organization.', page: 'organization' },
    component: later(async () => (await import('../features/organization/organization.tsx')).Organization),
    refresh: organizationRefresh,
  },
  earn: {
    label: 'Earn positions',
    icon: 'earn',
    group: 'Manage',
    key: '9',
    command: 'Go to earn positions',
    words: 'vaults yield deposit withdraw wrapper fees claim',
    help: { sentence: 'The balances of your accounts in vaults that earn.', page: 'earning' },
    component: later(async () => (await import('../features/earn/earn.tsx')).Earn),
    refresh: earnList.refresh,
  },
  operations: {
    label: 'All operations',
    icon: 'operations',
    group: 'Manage',
    key: 'p',
    command: 'Go to all operations',
    words: 'call form users policies tags organization',
    help: { sentence: 'Every operation of the service as a form.', page: 'lists' },
    component: later(async () => (await import('../features/operations/operations.tsx')).Operations),
  },
  addresses: {
    label: 'Address book',
    icon: 'book',
    group: 'Manage',
    key: 'd',
    command: 'Go to address book',
    words: 'addresses names labels contacts counterparties allowed tags import',
    help: { sentence: 'Names for addresses, which explanations then use.', page: 'address-book' },
    component: later(async () => (await import('../features/addresses/addresses.tsx')).Addresses),
  },
  webhooks: {
    label: 'Webhooks',
    icon: 'webhook',
    group: 'Manage',
    key: 'b',
    command: 'Go to webhooks',
    words: 'endpoints deliveries replay events bench verify signature receiver listen jwks',
    help: {
      sentence: 'Receivers of your organization’s events, and the bench that explains a signature.',
      page: 'webhooks',
    },
    component: later(async () => (await import('../features/webhooks/webhooks.tsx')).Webhooks),
    refresh: webhooksRefresh,
  },
  station: {
    label: 'Offline station',
    icon: 'offline',
    group: null,
    key: 'o',
    command: 'Go to offline station',
    words: 'air gap airgap carry container export bundles stamp usb open file',
    help: { sentence: 'Exports and signatures on a machine without a network, carried in files.', page: 'offline' },
    component: later(async () => (await import('../features/station/station.tsx')).Station),
  },
  settings: {
    label: 'Settings',
    icon: 'settings',
    group: null,
    key: ',',
    command: 'Open settings',
    words: 'preferences keys doctor checks profiles backup restore',
    help: { sentence: 'Keys, lock, backup, services and this window.', page: 'settings' },
    component: later(async () => (await import('../features/settings/settings.tsx')).Settings),
  },
};

/** The names of the places, in the order of the rail. */
export const PLACE_NAMES = Object.keys(PLACES) as readonly Place[];
