import { type ExportProof, formatLabel } from '../../shared/model/index.ts';
import { Bytes } from '../meaning/value.tsx';
import { WholeAddress } from '../ui/address.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';

/** Describes an export that has no address to compare with. */
const HELD: Readonly<Record<ExportProof['holds'], string>> = {
  key: 'It is one private key without a known address.',
  mnemonic: 'It is a recovery phrase with a valid checksum. No address of the wallet is known.',
  text: 'It is text that could not be checked, for example words in a language other than English.',
  bytes: 'It is neither a private key nor text.',
};

/** The vault's proof about an opened bundle, before any of it may be shown. `of` is the exported thing. */
export function Proof({ proof, of }: { readonly proof: ExportProof; readonly of: Fact }) {
  const { expectedAddress, derivedAddress } = proof;
  const isWallet = proof.holds === 'mnemonic';
  const isProven = expectedAddress !== null && derivedAddress !== null && expectedAddress === derivedAddress;
  return (
    <>
      {isProven ? (
        <Notice
          tone="proven"
          title={
            isWallet
              ? 'This recovery phrase belongs to the address of the wallet'
              : 'This key belongs to the address you asked for'
          }
        >
          {isWallet
            ? 'The vault derived this address from the opened recovery phrase, without a network.'
            : 'The vault derived this address from the opened key, without a network.'}
        </Notice>
      ) : (
        <Notice tone="care" title="No address was compared" loud>
          {HELD[proof.holds]} Check it before you rely on it.
        </Notice>
      )}
      <Facts
        label="Proof"
        facts={[
          // The address of an account is the exported thing, and stands below.
          ...(expectedAddress === null || isWallet ? [of] : []),
          {
            label: isWallet ? 'Address of the wallet' : 'Asked for',
            value: expectedAddress === null ? 'no address known' : <WholeAddress text={expectedAddress} />,
          },
          {
            label: 'Derived',
            value: derivedAddress === null ? 'nothing to compare' : <WholeAddress text={derivedAddress} />,
          },
          {
            label: 'Address format',
            value: proof.addressFormat === null ? 'not known' : formatLabel(proof.addressFormat),
          },
          { label: 'Sealed by', value: <WholeAddress text={proof.signerKey} /> },
          { label: 'Organization id', value: <Bytes text={proof.organizationId} /> },
        ]}
      />
    </>
  );
}
