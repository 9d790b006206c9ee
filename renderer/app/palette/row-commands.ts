import type { AccountRow, ActivityRow, AddressRow, NearAddress } from '../../../shared/model/index.ts';
import { copyText } from '../../parts/copy.tsx';
import { go, openDialog, setSearch } from '../../state/route.ts';
import { accountTitle, canSend } from '../../words/account.ts';
import { shorten } from '../../words/address.ts';
import { activitySentence } from '../../words/headline.ts';
import { canReceive } from '../../words/receive.ts';
import { shortMoment } from '../../words/time.ts';
import type { Command } from './command.ts';

/** Returns the actions on the selected account. */
export function accountCommands(account: AccountRow): readonly Command[] {
  const name = accountTitle(account);
  return [
    { id: 'account-sign', label: `Sign with ${name}`, icon: 'sign', run: () => go('sign', { account }) },
    ...(canSend(account)
      ? [
          {
            id: 'account-send',
            label: `Send from ${name}`,
            words: 'pay transfer payment',
            icon: 'send',
            shortcut: 'send-from',
            run: () => go('send', { account }),
          } as const,
        ]
      : []),
    ...(canReceive(account)
      ? [
          {
            id: 'account-receive',
            label: `Receive with ${name}`,
            words: 'address qr code deposit',
            icon: 'receive',
            shortcut: 'receive',
            run: () => go('accounts', { account, isReceiving: true }),
          } as const,
        ]
      : []),
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
      run: () => openDialog({ name: 'export', of: { kind: 'account', account } }),
    },
  ];
}

/** Returns a command that goes to a found account. */
export function accountCommand(account: AccountRow): Command {
  return {
    id: `account:${account.walletAccountId}`,
    label: accountTitle(account),
    note: account.address,
    icon: 'account',
    run: () => go('accounts', { account }),
  };
}

/** Returns a command that goes to a found address book entry. */
export function entryCommand(entry: AddressRow): Command {
  return {
    id: `entry:${entry.address}:${entry.chain}`,
    label: entry.label,
    note: entry.address,
    icon: 'book',
    run: () => go('addresses', { entry }),
  };
}

/** Returns a command that shows a found activity. */
export function activityCommand({ activityId, title, words, askedBy, createdAt }: ActivityRow): Command {
  const party = words?.party ?? null;
  const note = party === null ? askedBy?.name : shorten(party.address);
  return {
    id: `activity:${activityId}`,
    label: `${activitySentence({ words, title })}, ${shortMoment(createdAt)}`,
    ...(note == null ? {} : { note }),
    icon: 'activity',
    run: () => go('activities', { activityId }),
  };
}

/** Returns a command that shows the known address nearest to the searched text in its list. */
export function nearCommand(place: 'accounts' | 'addresses', { address, label }: NearAddress): Command {
  return {
    id: `near:${place}`,
    label: `Nearest: ${label ?? 'an account'}`,
    note: address,
    icon: place === 'accounts' ? 'account' : 'book',
    run: () => {
      setSearch(place, address);
      go(place);
    },
  };
}
