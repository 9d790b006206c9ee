import type { DerivedAddress, QuestionOf } from '../../shared/ipc/index.ts';
import { WholeAddress } from '../ui/address.tsx';
import { Facts } from '../ui/facts.tsx';
import { Visible } from '../ui/visible.tsx';
import { Refused } from './refused.tsx';

const HEADLINES = {
  wallet: 'Type the recovery phrase',
  key: 'Type the private key',
  secret: 'Type the secret',
  keystore: 'Type the passphrase of the keystore file',
} as const;

const FORMS = {
  wallet: 'Type each word in its field, or paste all of them.',
  key: 'Hexadecimal digits, a WIF, or base58 of a Solana key pair. Import a PEM or keystore file as a file.',
  secret: 'Every character counts, also a space at the end.',
  keystore: 'It opens the private key in the file, in the vault only.',
} as const;

/** Draws the question for what is imported. */
export function drawImportSecret({ what, name, problem }: QuestionOf<'importSecret'>) {
  return {
    headline: HEADLINES[what],
    body: (
      <>
        <p className="soft">
          {FORMS[what]} The vault encrypts it to the service’s key, which it verified. Nobody else reads it.
        </p>
        <Facts label="Import" facts={[{ label: 'Name', value: <Visible text={`“${name}”`} /> }]} />
        <Refused title="Nothing was imported" problem={problem} />
      </>
    ),
    no: 'Don’t import',
    yes: 'Go on',
  };
}

/** The addresses that the vault derived from what is imported. */
export function Derived({ addresses }: { readonly addresses: readonly DerivedAddress[] }) {
  if (addresses.length === 0) return null;
  return (
    <Facts
      label="Addresses, derived in this vault"
      titled
      facts={addresses.map(({ label, path, address }) => ({
        label,
        value: (
          <>
            <WholeAddress text={address} />
            {path === null ? null : (
              <div className="caption soft mono">
                <Visible text={path} />
              </div>
            )}
          </>
        ),
      }))}
    />
  );
}
