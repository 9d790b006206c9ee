import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AccountRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { closeDialog, useRoute } from '../../state/route.ts';
import { createRows } from '../../state/rows.ts';
import { useSession } from '../../state/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { Keys } from '../../ui/kbd.tsx';
import { keysOf } from '../keyboard/shortcuts.ts';
import { accountCommand, type Command, commandsFor } from './commands.ts';
import { ranked } from './match.ts';
import './palette.css';

/** Accounts offered beside the commands. */
const OFFERED = 6;

/** One field to reach everything: commands, places, profiles, and accounts by any part of their name or address. */
export function Palette() {
  const element = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const profiles = useSession((session) => session.profiles);
  const platform = useSession((session) => session.app?.platform ?? '');
  const account = useRoute((route) => route.account);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const [found, setFound] = useState<readonly AccountRow[]>([]);
  const [accounts] = useState(() =>
    createRows<AccountRow>((question) => call('accounts.list', { ...question, limit: OFFERED })),
  );

  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  useEffect(
    () =>
      accounts.store.subscribe(() =>
        setFound(
          Array.from({ length: OFFERED }, (_row, index) => accounts.rowAt(index)).filter((row) => row !== undefined),
        ),
      ),
    [accounts],
  );

  const searching = typed.trim().length >= 2;
  const entries: readonly Command[] = useMemo(
    () => [...ranked(typed, commandsFor({ profiles, account })), ...(searching ? found.map(accountCommand) : [])],
    [typed, profiles, account, searching, found],
  );
  const active = Math.min(at, entries.length - 1);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    closeDialog();
    command.run();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setAt((active + step + entries.length) % entries.length);
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      run(entries[active]);
    }
  };

  return (
    <dialog
      ref={element}
      className="palette"
      aria-label="Command palette"
      onCancel={(event) => {
        event.preventDefault();
        closeDialog();
      }}
      onClick={(event) => event.target === element.current && closeDialog()}
      onKeyDown={onKeyDown}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Command"
          aria-expanded={true}
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={entries.length === 0 ? undefined : `palette-${active}`}
          placeholder="Search accounts or run a command"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
            if (event.target.value.trim().length >= 2) {
              accounts.search(event.target.value.trim());
              accounts.view(0, 0);
            }
          }}
        />
      </div>
      <div ref={list} id="palette-list" className="palette-list" role="listbox" aria-label="Commands">
        {entries.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={command.id}
            id={`palette-${index}`}
            data-at={index}
            role="option"
            aria-selected={index === active}
            className="palette-option"
            onMouseMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            <span className="palette-label">{command.label}</span>
            {command.note === undefined ? null : <span className="mono faint palette-note">{command.note}</span>}
            {command.shortcut === undefined ? null : <Keys keys={keysOf(command.shortcut, platform)} />}
          </div>
        ))}
      </div>
      {entries.length === 0 ? <p className="palette-empty soft">Nothing matches “{typed}”.</p> : null}
    </dialog>
  );
}
