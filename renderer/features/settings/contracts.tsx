import { useState } from 'react';
import { chainName, type InterfaceRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Visible } from '../../ui/visible.tsx';
import { moment } from '../../words/time.ts';
import { ContractDialog } from './contract-dialog.tsx';
import { ListProblems } from './list-problems.tsx';
import { Section } from './section.tsx';
import { Below, SettingsTable } from './settings-table.tsx';

const KINDS: Readonly<Record<InterfaceRow['kind'], string>> = { abi: 'JSON ABI', descriptor: 'ERC-7730 descriptor' };

/** The operator's contract interfaces. They decode calls and messages that nothing else explains. */
export function Contracts() {
  const { answer, problem } = useAnswer('interfaces.list', {}, 'documents.changed');
  const [adding, setAdding] = useState(false);
  const removing = useAction(({ name, chain, address }: InterfaceRow) =>
    call('interfaces.remove', { name, chain, address }),
  );
  const confirming = useAction(() => call('interfaces.confirm', {}));
  const rows = answer?.rows ?? [];
  return (
    <Section
      title="Contracts you described"
      text="Your own ABIs and descriptors. They explain calls that no standard covers, and remove no warning."
      action={
        <Button icon="plus" onClick={() => setAdding(true)}>
          Add contract
        </Button>
      }
    >
      <ListProblems problem={problem} confirming={confirming} removal={removing.problem} />
      {problem !== null || answer === null ? null : rows.length === 0 ? (
        <p className="soft">No contract is described yet. An unknown call shows only its selector.</p>
      ) : (
        <SettingsTable
          label="Contracts you described"
          columns={[
            {
              label: 'Name',
              cell: ({ name, kind }) => (
                <>
                  <Visible text={name} />
                  <Below>{KINDS[kind]}</Below>
                </>
              ),
            },
            {
              label: 'Contract',
              cell: ({ address, chain }) => (
                <>
                  <ShortAddress text={address} />
                  <Below>{chainName(chain)}</Below>
                </>
              ),
            },
            { label: 'Added', cell: ({ added }) => moment(added) },
          ]}
          rows={rows}
          idOf={({ chain, address, name }) => `${chain} ${address} ${name}`}
          actions={(row) => (
            <Button
              kind="quiet"
              onClick={() => void removing.run(row)}
              disabled={removing.busy}
              aria-label={`Remove ${row.name}`}
            >
              Remove
            </Button>
          )}
        />
      )}
      {adding ? <ContractDialog onClose={() => setAdding(false)} /> : null}
    </Section>
  );
}
