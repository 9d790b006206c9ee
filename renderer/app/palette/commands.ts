import type { Preferences } from '../../../shared/ipc/index.ts';
import { type AccountRow, LIST_NAMES, type ListName, type ProfileRow } from '../../../shared/model/index.ts';
import { createPrivateKey } from '../../features/accounts/requests.ts';
import { sayProblem } from '../../parts/problem.tsx';
import { writeRows } from '../../parts/selection.tsx';
import { ACCOUNTS_SECTION_NAMES, ACCOUNTS_SECTIONS } from '../../state/accounts-sections.ts';
import { asked } from '../../state/asked.ts';
import { ORGANIZATION_SECTIONS, SECTION_NAMES } from '../../state/organization-sections.ts';
import { setPreferences } from '../../state/preferences.ts';
import {
  go,
  openDialog,
  type Place,
  showAccountsSection,
  showOrganizationPage,
  showSection,
  showWebhooks,
} from '../../state/route.ts';
import { PLACE_NAMES, PLACES } from '../places.tsx';
import { lacksVault, MAKE_VAULT, switchProfile } from '../profile-switcher.tsx';
import { lockVault } from '../rail.tsx';
import type { Command } from './command.ts';
import { ACT_COMMANDS } from './organization-commands.ts';
import { accountCommands } from './row-commands.ts';
import { SETTING_COMMANDS } from './setting-commands.ts';

const setTheme = (theme: Preferences['theme'], label: string): Command => ({
  id: `theme-${theme}`,
  label,
  words: 'appearance colour',
  icon: 'theme',
  run: () => void setPreferences({ theme }).catch(sayProblem),
});

/** The rows of each list that a file can hold. */
const EXPORTED: Readonly<Record<ListName, string>> = {
  accounts: 'accounts',
  wallets: 'wallets',
  'private-keys': 'private keys',
  activities: 'activities',
  inbox: 'waiting requests',
  audit: 'audit entries',
  secrets: 'secrets',
  'tvc-apps': 'TVC apps',
};

interface Context {
  readonly profiles: readonly ProfileRow[];
  readonly account: AccountRow | null;
  readonly isOffline: boolean;
  /** The number of waiting items by place. */
  readonly waiting: Readonly<Partial<Record<Place, number>>>;
}

/** Receiving begins with an account. */
const CHOOSE_TO_RECEIVE: Command = {
  id: 'receive',
  label: 'Receive with an account',
  words: 'address qr code deposit',
  note: 'Accounts',
  icon: 'receive',
  run: () => go('accounts'),
};

/** Returns everything the window can do, as commands. Account commands are offered while an account is selected. */
export function commandsFor({ profiles, account, isOffline, waiting }: Context): readonly Command[] {
  return [
    ...(account === null ? [CHOOSE_TO_RECEIVE] : accountCommands(account)),
    ...PLACE_NAMES.map((place): Command => {
      const { command, words, icon } = PLACES[place];
      const count = waiting[place] ?? 0;
      const note = count === 0 ? {} : { note: `${count} waiting` };
      return { id: place, label: command, words, icon, ...note, shortcut: `go:${place}`, run: () => go(place) };
    }),
    {
      id: 'create-wallet',
      label: 'Create wallet',
      words: 'new seed',
      icon: 'plus',
      shortcut: 'create-wallet',
      run: () => openDialog({ name: 'create-wallet' }),
    },
    {
      id: 'import',
      label: 'Import wallet, private key or secret',
      words: 'recovery phrase mnemonic seed words wif keystore pem restore password token',
      icon: 'plus',
      run: () => openDialog({ name: 'import', kind: null }),
    },
    {
      id: 'move',
      label: 'Move wallet or private key to another service',
      words: 'transfer migrate public service export import',
      icon: 'export',
      run: () => openDialog({ name: 'move', walletId: account?.walletId ?? null }),
    },
    {
      id: 'create-private-key',
      label: 'Create private key',
      words: 'new key without a wallet',
      icon: 'plus',
      run: () => {
        go('accounts');
        showAccountsSection('private-keys');
        openDialog({ name: 'operation', asked: createPrivateKey() });
      },
    },
    {
      id: 'create-app',
      label: 'Create TVC app',
      words: 'organization apps verifiable application deploy enclave add',
      note: 'Organization',
      icon: 'plus',
      run: () => {
        showSection('apps');
        go('organization');
        openDialog({ name: 'operation', asked: asked('Create app', 'create_tvc_app') });
      },
    },
    {
      id: 'add-accounts',
      label: 'Add accounts',
      words: 'new derive address',
      icon: 'plus',
      run: () => openDialog({ name: 'add-accounts', walletId: account?.walletId ?? null }),
    },
    {
      id: 'add-address',
      label: 'Add address',
      words: 'address book label name new',
      icon: 'plus',
      run: () => openDialog({ name: 'address', entry: null, address: '' }),
    },
    {
      id: 'refresh',
      label: 'Refresh all lists',
      icon: 'refresh',
      shortcut: 'refresh',
      run: () => {
        for (const place of PLACE_NAMES) void PLACES[place].refresh?.start({});
      },
    },
    // The place itself is a command above.
    ...ACCOUNTS_SECTION_NAMES.filter((name) => name !== 'accounts').map((name): Command => {
      const { title, words } = ACCOUNTS_SECTIONS[name];
      return {
        id: `accounts:${name}`,
        label: title,
        words: `accounts ${words}`,
        note: 'Accounts',
        icon: 'account',
        run: () => {
          go('accounts');
          showAccountsSection(name);
        },
      };
    }),
    ...SECTION_NAMES.map((name): Command => {
      const { title, words } = ORGANIZATION_SECTIONS[name];
      return {
        id: `organization:${name}`,
        label: title,
        words: `organization ${words}`,
        note: 'Organization',
        icon: 'people',
        run: () => {
          showSection(name);
          go('organization');
        },
      };
    }),
    ...ACT_COMMANDS,
    {
      id: 'webhooks:bench',
      label: 'Webhook bench',
      words: 'verify delivery signature listen first differing byte test receiver',
      note: 'Webhooks',
      icon: 'webhook',
      run: () => {
        showWebhooks('bench');
        go('webhooks');
      },
    },
    {
      id: 'organization:ending-keys',
      label: 'API keys that end soon',
      words: 'organization expire rotate replace 30 days',
      note: 'Organization',
      icon: 'key',
      run: () => {
        showSection('keys', 'ends:within-30-days ');
        go('organization');
      },
    },
    {
      id: 'organization:access',
      label: 'Check access',
      words: 'organization who may can do permission power policies',
      note: 'Organization',
      icon: 'people',
      run: () => {
        go('organization');
        showOrganizationPage({ name: 'access', id: null });
      },
    },
    {
      id: 'organization:leaving',
      label: 'Remove a user',
      words: 'organization leaving offboard delete person keys passkeys revoke access',
      note: 'Organization',
      icon: 'people',
      run: () => {
        go('organization');
        showOrganizationPage({ name: 'leaving', id: null });
      },
    },
    ...LIST_NAMES.map(
      (list): Command => ({
        id: `csv:${list}`,
        label: `Export all ${EXPORTED[list]} as CSV`,
        words: 'spreadsheet table list file save write',
        icon: 'export',
        run: () => void writeRows(list, '', null, null),
      }),
    ),
    ...SETTING_COMMANDS,
    {
      id: 'help',
      label: 'Help for this place',
      words: 'guide docs manual',
      icon: 'info',
      run: () => openDialog({ name: 'help' }),
    },
    {
      id: 'news',
      label: 'What’s new',
      words: 'changelog version update release',
      icon: 'info',
      run: () => openDialog({ name: 'news' }),
    },
    { id: 'lock', label: 'Lock vault', icon: 'lock', shortcut: 'lock', run: lockVault },
    ...profiles
      .filter((profile) => !profile.current)
      .map(
        (profile): Command => ({
          id: `profile:${profile.name}`,
          label: `Switch to profile ${profile.name}`,
          icon: 'service',
          run: () => switchProfile(profile.name),
        }),
      ),
    {
      id: 'connect',
      label: 'Connect to a service',
      words: 'add new profile',
      icon: 'service',
      run: () => go('connect'),
    },
    ...(lacksVault(profiles, isOffline)
      ? [{ id: 'vault', ...MAKE_VAULT, words: 'add new local profile service create', icon: 'lock' } as const]
      : []),
    setTheme('light', 'Use the light theme'),
    setTheme('dark', 'Use the dark theme'),
    setTheme('system', 'Use the system’s theme'),
    {
      id: 'shortcuts',
      label: 'Show keyboard shortcuts',
      words: 'help keys',
      icon: 'keyboard',
      shortcut: 'shortcuts',
      run: () => openDialog({ name: 'shortcuts' }),
    },
  ];
}
