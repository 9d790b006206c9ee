import type { AppState } from '../../../shared/ipc/index.ts';
import type { AccountRow, ProfileRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { copyText } from '../../state/copy.ts';
import { go, openDialog } from '../../state/route.ts';
import { say } from '../../state/toasts.ts';
import { accountsRefresh, activitiesRefresh } from '../../state/work.ts';
import type { IconName } from '../../ui/icon.tsx';
import { accountTitle } from '../../words/account.ts';
import { problemWords } from '../../words/problem.ts';
import type { ShortcutId } from '../keyboard/shortcuts.ts';
import { switchProfile } from '../profile-switcher.tsx';
import { lockVault } from '../rail.tsx';

export interface Command {
  readonly id: string;
  readonly label: string;
  /** Further words that find it. */
  readonly words?: string;
  readonly note?: string;
  readonly icon: IconName;
  readonly shortcut?: ShortcutId;
  readonly run: () => void;
}

const setTheme = (theme: AppState['theme']) => () => {
  call('app.setTheme', { theme }).catch((error: unknown) => say(problemWords(error).message, 'danger'));
};

interface Context {
  readonly profiles: readonly ProfileRow[];
  readonly account: AccountRow | null;
}

/** Everything the window can do, as commands. What acts on an account is offered while one is selected. */
export function commandsFor({ profiles, account }: Context): readonly Command[] {
  return [
    ...(account === null ? [] : accountCommands(account)),
    { id: 'accounts', label: 'Go to accounts', icon: 'account', shortcut: 'go:accounts', run: () => go('accounts') },
    {
      id: 'sign',
      label: 'Sign a message or transaction',
      words: 'payload signature',
      icon: 'sign',
      shortcut: 'go:sign',
      run: () => go('sign'),
    },
    {
      id: 'activities',
      label: 'Go to activities',
      words: 'history',
      icon: 'activity',
      shortcut: 'go:activities',
      run: () => go('activities'),
    },
    {
      id: 'in-flight',
      label: 'Go to requests in flight',
      words: 'recovery settle',
      icon: 'flight',
      shortcut: 'go:in-flight',
      run: () => go('in-flight'),
    },
    {
      id: 'settings',
      label: 'Open settings',
      words: 'preferences keys doctor checks audit log profiles',
      icon: 'settings',
      shortcut: 'go:settings',
      run: () => go('settings'),
    },
    {
      id: 'create-wallet',
      label: 'Create wallet',
      words: 'new seed',
      icon: 'plus',
      shortcut: 'create-wallet',
      run: () => openDialog({ name: 'create-wallet' }),
    },
    {
      id: 'add-accounts',
      label: 'Add accounts',
      words: 'new derive address',
      icon: 'plus',
      run: () => openDialog({ name: 'add-accounts', walletId: account?.walletId ?? null }),
    },
    {
      id: 'refresh',
      label: 'Refresh accounts and activities',
      icon: 'refresh',
      shortcut: 'refresh',
      run: () => {
        void accountsRefresh.start({});
        void activitiesRefresh.start({});
      },
    },
    { id: 'lock', label: 'Lock vault', icon: 'lock', shortcut: 'lock', run: lockVault },
    ...profiles
      .filter((profile) => !profile.current)
      .map(
        (profile): Command => ({
          id: `profile:${profile.name}`,
          label: `Switch to profile ${profile.name}`,
          icon: 'service',
          run: () => void switchProfile(profile.name),
        }),
      ),
    {
      id: 'connect',
      label: 'Connect to a service',
      words: 'add new profile',
      icon: 'service',
      run: () => go('connect'),
    },
    {
      id: 'theme-light',
      label: 'Use the light theme',
      words: 'appearance colour',
      icon: 'theme',
      run: setTheme('light'),
    },
    { id: 'theme-dark', label: 'Use the dark theme', words: 'appearance colour', icon: 'theme', run: setTheme('dark') },
    {
      id: 'theme-system',
      label: 'Use the system’s theme',
      words: 'appearance colour',
      icon: 'theme',
      run: setTheme('system'),
    },
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

function accountCommands(account: AccountRow): readonly Command[] {
  const name = accountTitle(account);
  return [
    { id: 'account-sign', label: `Sign with ${name}`, icon: 'sign', run: () => go('sign', { account }) },
    {
      id: 'account-copy',
      label: `Copy address of ${name}`,
      icon: 'copy',
      run: () => void copyText('Address', account.address),
    },
    {
      id: 'account-export',
      label: `Export ${name}`,
      words: 'account private key',
      icon: 'export',
      run: () => openDialog({ name: 'export', account }),
    },
  ];
}

/** An account that was found, as a command that goes to it. */
export function accountCommand(account: AccountRow): Command {
  return {
    id: `account:${account.walletAccountId}`,
    label: accountTitle(account),
    note: account.address,
    icon: 'account',
    run: () => go('accounts', { account }),
  };
}
