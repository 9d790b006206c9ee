import type { ComponentPropsWithRef, ReactNode } from 'react';
import './button.css';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'type'> {
  /** `primary`: the one main action of a screen. `danger`: an irreversible action. `quiet`: no edge until hovered. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly icon?: IconName;
  readonly submit?: boolean;
  readonly large?: boolean;
  readonly children: ReactNode;
}

/** A button whose name is a verb. Disabled buttons stay focusable, so that a keyboard never falls out of a dialog. */
export function Button({
  kind = 'plain',
  icon,
  submit = false,
  large = false,
  children,
  disabled,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={submit ? 'submit' : 'button'}
      className={`button button-${kind}${large ? ' button-large' : ''}`}
      aria-disabled={disabled === true ? true : undefined}
      onClick={(event) => {
        if (disabled === true) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}

interface IconButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'type' | 'aria-label' | 'children'> {
  readonly icon: IconName;
  readonly label: string;
  /** Shown in the tooltip after the label. */
  readonly keys?: string | undefined;
}

/** An icon alone. It always has a name, which is also its tooltip. */
export function IconButton({ icon, label, keys, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className="icon-button"
      aria-label={label}
      title={keys === undefined ? label : `${label}  ${keys}`}
    >
      <Icon name={icon} />
    </button>
  );
}
