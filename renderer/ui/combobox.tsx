import { Combobox as Base } from '@base-ui/react/combobox';
import { type ReactNode, useCallback, useState } from 'react';
import './combobox.css';
import './popup.css';
import { drawable, visibleString } from '../words/visible.ts';
import { Field } from './field.tsx';
import { Visible } from './visible.tsx';

interface ComboboxProps<Item> {
  readonly label: string;
  readonly placeholder: string;
  readonly problem?: string | undefined;
  /** The items that match the last typed text. The owner looks them up. */
  readonly items: readonly Item[];
  readonly value: Item | null;
  /** The text of the field while nothing is chosen. */
  readonly typed: string;
  /** Typing clears the chosen item. */
  readonly onType: (text: string) => void;
  /** The options come into view without typing. */
  readonly onOpen: () => void;
  readonly onChoose: (item: Item) => void;
  readonly keyOf: (item: Item) => string;
  readonly title: (item: Item) => string;
  readonly option: (item: Item) => ReactNode;
  /** Shown in place of the options: "No account matches." */
  readonly none: string;
  /** Read aloud: "3 accounts found". */
  readonly status: string;
  /** Keeps the options closed: the typed text needs none. */
  readonly isClosed?: boolean;
  /** Shown under the field: the whole chosen item. */
  readonly children: ReactNode;
}

/** Chooses one of many by typing a part of it. Arrows move, Enter chooses, Escape closes the options. */
export function Combobox<Item>({
  label,
  placeholder,
  problem,
  value,
  typed,
  keyOf,
  title,
  children,
  isClosed = false,
  ...rest
}: ComboboxProps<Item>) {
  const [isOpen, setOpen] = useState(false);
  // A modal dialog lies over everything that is not inside it.
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const place = useCallback((input: HTMLInputElement | null) => setDialog(input?.closest('dialog') ?? null), []);
  return (
    <Field label={label} problem={problem}>
      {(ids) => (
        <>
          <Base.Root<Item>
            items={rest.items}
            filter={null}
            autoHighlight
            value={value}
            inputValue={value === null ? typed : drawable(title(value))}
            itemToStringLabel={(item) => drawable(title(item))}
            isItemEqualToValue={(item, chosen) => keyOf(item) === keyOf(chosen)}
            onValueChange={(item) => item !== null && rest.onChoose(item)}
            onInputValueChange={(text, { reason }) => reason === 'input-change' && rest.onType(drawable(text))}
            open={isOpen && !isClosed}
            onOpenChange={(open, { reason }) => {
              setOpen(open);
              if (open && reason !== 'input-change') rest.onOpen();
            }}
          >
            <Base.Input
              {...ids}
              ref={place}
              data-options
              className="input"
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
              onFocus={(event) => event.target.select()}
            />
            <Base.Portal container={dialog ?? undefined}>
              <Base.Positioner
                align="start"
                sideOffset={4}
                className="layer"
                positionMethod={dialog === null ? 'absolute' : 'fixed'}
              >
                <Base.Popup className="popup combobox">
                  <Base.Status className="visually-hidden">{rest.status}</Base.Status>
                  <Base.Empty className="faint combobox-none">{rest.none}</Base.Empty>
                  <Base.List>
                    {(item: Item) => (
                      <Base.Item key={keyOf(item)} value={item} className="combobox-option">
                        {rest.option(item)}
                      </Base.Item>
                    )}
                  </Base.List>
                </Base.Popup>
              </Base.Positioner>
            </Base.Portal>
          </Base.Root>
          {value === null || visibleString(title(value)) === title(value) ? null : (
            <div className="field-visible mono">
              <Visible text={title(value)} />
            </div>
          )}
          {children}
        </>
      )}
    </Field>
  );
}
