import { type ExportProof, formatLabel } from '../../shared/model/index.ts';
import { Bytes } from '../meaning/value.tsx';
import { WholeAddress } from '../ui/address.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';

/** Describes an export that has no address to compare with. */
const HELD: Readonly<Record<ExportProof['holds'], string>> = {
  key: 'It is one private key, and no address of it is known here.',
  mnemonic: 'It is the words of a wallet, and their checksum is right. A wallet has no address of its own.',
  text: 'It is text that could not be checked, such as words in another language than English.',
  bytes: 'It is neither a private key nor text.',
};

/** The vault's proof about an opened bundle, before any of it may be shown. */
export function Proof({ proof }: { readonly proof: ExportProof }) {
  const { expectedAddress, derivedAddress } = proof;
  const isProven = expectedAddress !== null && derivedAddress !== null && expectedAddress === derivedAddress;
  return (
    <>
      {isProven ? (
        <Notice tone="proven" title="This key belongs to the address you asked for">
          The address was derived from the opened key, in the vault and with no network, and is the same.
        </Notice>
      ) : (
        <Notice tone="care" title="This was not compared with an address" loud>
          {HELD[proof.holds]} Check it before you rely on it.
        </Notice>
      )}
      <Facts
        label="Proof"
        facts={[
          {
            label: 'Asked for',
            value: expectedAddress === null ? 'no address known' : <WholeAddress text={expectedAddress} />,
          },
          {
            label: 'Derived',
            value: derivedAddress === null ? 'nothing to compare' : <WholeAddress text={derivedAddress} />,
          },
          { label: 'Format', value: proof.addressFormat === null ? 'not known' : formatLabel(proof.addressFormat) },
          { label: 'Sealed by', value: <WholeAddress text={proof.signerKey} /> },
          { label: 'Organization id', value: <Bytes text={proof.organizationId} /> },
        ]}
      />
    </>
  );
}
