import type { ExportProof } from '../../../shared/model/index.ts';
import { WholeAddress } from '../../ui/address.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { formatLabel } from '../../words/labels.ts';

/** What the vault proved about an opened bundle before anything of it may be shown. */
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
        <Notice tone="care" title="This key was not compared with an address" loud>
          Castellan cannot derive an address of this format. Check the key before you rely on it.
        </Notice>
      )}
      <Facts
        label="Proof"
        facts={[
          {
            label: 'Asked for',
            value: expectedAddress === null ? 'no address' : <WholeAddress text={expectedAddress} />,
          },
          {
            label: 'Derived',
            value: derivedAddress === null ? 'not possible' : <WholeAddress text={derivedAddress} />,
          },
          { label: 'Format', value: proof.addressFormat === null ? 'not known' : formatLabel(proof.addressFormat) },
          { label: 'Sealed by', value: <WholeAddress text={proof.signerKey} /> },
          { label: 'Organization', value: <span className="mono">{proof.organizationId}</span> },
        ]}
      />
    </>
  );
}
