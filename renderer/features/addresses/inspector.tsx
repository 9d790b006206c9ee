import { useEffect, useState } from 'react';
import type { CallOutput } from '../../../shared/ipc/index.ts';
import { type AddressRow, explorerOf } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { worded } from '../../language/worded.ts';
import { CopyButton, copiedFact } from '../../parts/copy.tsx';
import { Problem } from '../../parts/problem.tsx';
import { openDialog, selectEntry } from '../../state/route.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Differing } from '../../ui/differing.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Inspector } from '../../ui/place.tsx';
import { Visible } from '../../ui/visible.tsx';
import { counted } from '../../words/number.ts';
import { isRefused } from '../../words/problem.ts';
import { moment } from '../../words/time.ts';
import { entryChain } from './chains.ts';

/** The details and the actions of an address book entry. */
export function EntryInspector({ entry }: { readonly entry: AddressRow }) {
  const { address, chain, label, note, tags, allowed } = entry;
  const [known, setKnown] = useState<CallOutput<'addresses.about'> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each entry anew
  useEffect(() => {
    setKnown(null);
    call('addresses.about', { address, chain }).then(setKnown, () => setKnown(null));
  }, [entry]);
  const removing = useAction(async () => {
    await call('addresses.remove', { address, chain });
    selectEntry(null);
  });
  const explorer = explorerOf(chain, address);
  return (
    <Inspector
      label="Address details"
      title={label}
      onClose={() => selectEntry(null)}
      actions={
        <>
          <Button kind="primary" onClick={() => openDialog({ name: 'address', entry, address })}>
            Edit
          </Button>
          <Button onClick={() => void removing.run()} disabled={removing.busy}>
            Remove
          </Button>
          {explorer === null ? null : <CopyButton what="Explorer link" text={explorer} />}
        </>
      }
    >
      {removing.problem === null || isRefused(removing.problem) ? null : <Problem error={removing.problem} />}
      {known?.alike.map((other) => (
        <Notice key={other.address} tone="danger" title={`“${other.label}” looks nearly the same`}>
          <Differing text={other.address} from={address} />
        </Notice>
      ))}
      <Facts
        label="Entry"
        facts={[
          copiedFact('Address', address),
          { label: 'Chain', value: chain === null ? entryChain(entry) : `${entryChain(entry)} (${chain})` },
          { label: 'Allowed', value: allowed ? 'yes, as a counterparty' : worded('no') },
          ...(tags.length === 0 ? [] : [{ label: 'Tags', value: tags.join(', ') }]),
          ...(note === ''
            ? []
            : [
                {
                  label: 'Note',
                  value: (
                    <span className="entry-note">
                      <Visible text={note} />
                    </span>
                  ),
                },
              ]),
        ]}
      />
      {known === null ? null : <Facts label="With this profile" titled facts={historyOf(known.signed)} />}
    </Inspector>
  );
}

function historyOf(signed: CallOutput<'addresses.about'>['signed']): Fact[] {
  if (signed === null) return [{ label: 'Signed', value: 'nothing yet' }];
  return [
    { label: 'Signed', value: counted(signed.times, 'time') },
    { label: 'First', value: moment(signed.firstAt) },
    { label: 'Last', value: moment(signed.lastAt) },
  ];
}
