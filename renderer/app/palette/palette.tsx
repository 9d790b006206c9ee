import { useMemo, useState } from 'react';
import { useAccountSearch, useActivitySearch, useAddressSearch } from '../../state/account-search.ts';
import { closeDialog, useRoute } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { CommandList } from '../../ui/command-list.tsx';
import { Modal } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Keys } from '../../ui/kbd.tsx';
import { Visible } from '../../ui/visible.tsx';
import { ranked } from '../../words/match.ts';
import { counted } from '../../words/number.ts';
import { keysOf } from '../keyboard/shortcuts.ts';
import { useWaiting } from '../waiting.ts';
import type { Command } from './command.ts';
import { commandsFor } from './commands.ts';
import { OPERATION_COMMANDS } from './operation-commands.ts';
import { memberCommands } from './organization-commands.ts';
import './palette.css';
import { accountCommand, activityCommand, entryCommand, nearCommand } from './row-commands.ts';

/** Rows of each list offered beside the commands. */
const OFFERED = 6;

/**
 * One field that finds commands, places, profiles, accounts, activities and address book entries by the texts of their
 * rows. It also finds the members and rules of the organization.
 */
export function Palette() {
  const profiles = useSession((session) => session.profiles);
  const platform = useSession((session) => session.app?.platform ?? '');
  const isOffline = useSession(({ app }) => app?.isOffline === true);
  const account = useRoute((route) => route.account);
  const { inbox, activities: unsettled } = useWaiting();
  const [typed, setTyped] = useState('');
  const accounts = useAccountSearch(OFFERED);
  const book = useAddressSearch(OFFERED);
  const activities = useActivitySearch(OFFERED);

  const { answer: content } = useAnswer('organization.get', {}, 'organization.changed');
  const members = useMemo(() => memberCommands(content), [content]);

  const isSearching = typed.trim().length >= 2;
  const entries: readonly Command[] = useMemo(
    () => [
      ...ranked(typed, commandsFor({ profiles, account, isOffline, waiting: { inbox, activities: unsettled } })),
      ...(isSearching
        ? [
            ...accounts.found.map(accountCommand),
            ...book.found.map(entryCommand),
            ...ranked(typed, members).slice(0, OFFERED),
            ...activities.found.map(activityCommand),
          ]
        : []),
      ...(isSearching ? ranked(typed, OPERATION_COMMANDS) : []),
      ...(isSearching && accounts.near !== null ? [nearCommand('accounts', accounts.near)] : []),
      ...(isSearching && book.near !== null ? [nearCommand('addresses', book.near)] : []),
    ],
    [
      typed,
      profiles,
      account,
      isOffline,
      inbox,
      unsettled,
      isSearching,
      accounts.found,
      accounts.near,
      book.found,
      book.near,
      members,
      activities.found,
    ],
  );
  return (
    <Modal className="palette" aria-label="Command palette" onClose={closeDialog} light>
      <CommandList
        label="Command"
        placeholder="Search everything or run a command"
        typed={typed}
        onType={(text) => {
          setTyped(text);
          if (text.trim().length < 2) return;
          accounts.look(text.trim());
          book.look(text.trim());
          activities.look(text.trim());
        }}
        items={entries}
        keyOf={(command) => command.id}
        onRun={(command) => {
          closeDialog();
          command.run();
        }}
        row={(command) => (
          <>
            <Icon name={command.icon} />
            <span className="palette-label cut">
              <Visible text={command.label} />
            </span>
            {command.note === undefined ? null : (
              <span className="mono faint cut">
                <Visible text={command.note} />
              </span>
            )}
            {command.shortcut === undefined ? null : <Keys keys={keysOf(command.shortcut, platform)} />}
          </>
        )}
        none={`Nothing matches “${typed}”.`}
        status={typed === '' ? '' : `${counted(entries.length, 'result')} found`}
      />
    </Modal>
  );
}
