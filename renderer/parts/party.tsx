import type { HistoryParty } from '../../shared/model/index.ts';
import { WholeAddress } from '../ui/address.tsx';
import type { Fact } from '../ui/facts.tsx';
import { Visible } from '../ui/visible.tsx';
import { CopyIcon, copiedFact } from './copy.tsx';

/** Returns a whole address, with its label above. */
export function partyFact(label: string, { address, label: name, own }: HistoryParty): Fact {
  const called = name === null ? (own ? 'an account of yours' : null) : own ? `${name}, an account of yours` : name;
  if (called === null) return copiedFact(label, address);
  return {
    label,
    value: (
      <>
        <Visible text={called} />
        <span className="fact-copy">
          <WholeAddress text={address} />
          <CopyIcon what={label} text={address} />
        </span>
      </>
    ),
  };
}
