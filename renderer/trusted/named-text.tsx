import { WholeAddress } from '../ui/address.tsx';
import { Visible } from '../ui/visible.tsx';

interface NamedKeyProps {
  /** Null for a key without a name here. */
  readonly name: string | null;
  readonly publicKey: string;
}

/** A key by its name on this machine, with its whole public key. */
export function NamedKey({ name, publicKey }: NamedKeyProps) {
  return (
    <>
      {name === null ? null : (
        <>
          <strong>
            <Visible text={name} />
          </strong>{' '}
        </>
      )}
      <WholeAddress text={publicKey} />
    </>
  );
}
