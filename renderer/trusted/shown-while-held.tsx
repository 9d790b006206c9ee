import { Button } from '../ui/button.tsx';

interface ShownWhileHeldProps {
  readonly onShow: (isShown: boolean) => void;
}

/** Shows a typed secret while the button is held down. */
export function ShownWhileHeld({ onShow }: ShownWhileHeldProps) {
  return (
    <Button
      onPointerDown={() => onShow(true)}
      onPointerUp={() => onShow(false)}
      onPointerLeave={() => onShow(false)}
      onKeyDown={({ key }) => key === ' ' && onShow(true)}
      onKeyUp={() => onShow(false)}
      onBlur={() => onShow(false)}
    >
      Hold to show
    </Button>
  );
}
