import { closeDialog } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Keys } from '../../ui/kbd.tsx';
import { keysOf, SHORTCUTS } from './shortcuts.ts';
import './shortcut-sheet.css';
import { worded } from '../../language/worded.ts';

const GROUPS = ['Everywhere', 'Places', 'Lists'] as const;

/** Keys that the lists themselves understand. */
const IN_LISTS = [
  { label: 'Next part of the window', keys: ['F6'] },
  { label: 'Next or previous row', keys: ['↑', '↓'] },
  { label: 'A page up or down', keys: ['PgUp', 'PgDn'] },
  { label: 'First or last row', keys: ['Home', 'End'] },
  { label: 'Sign with the account', keys: ['↵'] },
];

/** All shortcuts on one sheet. */
export function ShortcutSheet() {
  const platform = useSession((session) => session.app?.platform ?? '');
  return (
    <Dialog title="Keyboard shortcuts" onClose={closeDialog}>
      <DialogBody reading>
        {GROUPS.map((group) => (
          <section key={group} className="shortcut-group">
            <h3>{worded(group)}</h3>
            <dl>
              {SHORTCUTS.filter((shortcut) => shortcut.group === group).map((shortcut) => (
                <Line key={shortcut.id} label={shortcut.label} keys={keysOf(shortcut.id, platform)} />
              ))}
              {group === 'Lists' ? IN_LISTS.map((entry) => <Line key={entry.label} {...entry} />) : null}
            </dl>
          </section>
        ))}
      </DialogBody>
    </Dialog>
  );
}

function Line({ label, keys }: { readonly label: string; readonly keys: readonly string[] }) {
  return (
    <div className="shortcut-line">
      <dt>{label}</dt>
      <dd>
        <Keys keys={keys} />
        <span className="visually-hidden">{keys.join(' ')}</span>
      </dd>
    </div>
  );
}
