import type { Naming } from '../../shared/model/index.ts';
import { Named } from '../meaning/value.tsx';
import { WholeAddress } from '../ui/address.tsx';
import { Differing } from '../ui/differing.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';

const RELATIONS = {
  own: 'Your account',
  allowed: 'Allowed counterparty',
  known: 'In your address book',
  used: 'Signed for before',
  new: 'Never signed for',
} as const;

/** What the addresses in a meaning are called here. Names are text of others', so each stands beside its whole address. */
export function Names({ naming }: { readonly naming: Naming }) {
  const facts = naming.addresses.flatMap(({ address, relation, label, resembles }): Fact[] => [
    ...(label === null ? [] : [{ label: RELATIONS[relation], value: <Named name={`“${label}”`} address={address} /> }]),
    ...(resembles === null
      ? []
      : [
          { label: 'Looks like', value: <NearlyNamed {...resembles} /> },
          { label: 'but is', value: <Differing text={address} from={resembles.address} /> },
        ]),
  ]);
  return facts.length === 0 ? null : <Facts label="Names" titled facts={facts} />;
}

function NearlyNamed({ address, label }: { readonly address: string; readonly label: string | null }) {
  return label === null ? <WholeAddress text={address} /> : <Named name={`“${label}”`} address={address} />;
}
