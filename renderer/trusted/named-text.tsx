import { WholeAddress } from '../ui/address.tsx';
import { Visible } from '../ui/visible.tsx';

interface NamedTextProps {
  /** Null for one without a name here. */
  readonly name: string | null;
  /** The public key, or the address. */
  readonly text: string;
}

/** A key or an account by its name on this machine, with its whole public key or address. */
export function NamedText({ name, text }: NamedTextProps) {
  return (
    <>
      {name === null ? null : (
        <>
          <strong>
            <Visible text={name} />
          </strong>{' '}
        </>
      )}
      <WholeAddress text={text} />
    </>
  );
}
