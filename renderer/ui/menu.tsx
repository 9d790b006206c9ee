import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Visible } from './visible.tsx';
import './menu.css';
import './popup.css';

interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly note?: string;
  /** Drawn before the label: a colour, an icon. */
  readonly sign: ReactNode;
}

interface MenuProps {
  /** Content of the button that opens it, which names button and menu. */
  readonly button: ReactNode;
  /** One of these is chosen. */
  readonly choices: readonly MenuItem[];
  readonly chosen: string | null;
  readonly onChoose: (key: string) => void;
  /** Further actions. */
  readonly acts: readonly (MenuItem & { readonly run: () => void })[];
}

/** A button that opens a menu under it. */
export function Menu({ button, choices, chosen, onChoose, acts }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger className="menu-button">{button}</Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={2} className="layer">
          <Base.Popup className="popup menu">
            <Base.RadioGroup value={chosen} onValueChange={onChoose}>
              {choices.map((item) => (
                <Base.RadioItem key={item.key} value={item.key} closeOnClick className="menu-item">
                  <Content item={item} />
                  <Base.RadioItemIndicator render={<span />}>
                    <Icon name="check" />
                  </Base.RadioItemIndicator>
                </Base.RadioItem>
              ))}
            </Base.RadioGroup>
            {acts.map((item) => (
              <Base.Item key={item.key} className="menu-item" onClick={item.run}>
                <Content item={item} />
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Content({ item: { label, note, sign } }: { readonly item: MenuItem }) {
  return (
    <>
      {sign}
      <span className="menu-item-text">
        <span>
          <Visible text={label} />
        </span>
        {note === undefined ? null : (
          <span className="caption faint">
            <Visible text={note} />
          </span>
        )}
      </span>
    </>
  );
}
