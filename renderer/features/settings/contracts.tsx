import { useState } from 'react';
import { chainName, type InterfaceRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { moment } from '../../words/time.ts';
import { ContractDialog } from './contract-dialog.tsx';
import { ListProblems } from './list-problems.tsx';
import { Section } from './section.tsx';

const KINDS: Readonly<Record<InterfaceRow['kind'], string>> = { abi: 'JSON ABI', descriptor: 'ERC-7730 descriptor' };

/** What the operator says of contracts: by these their calls and messages are explained where nothing else tells what they do. */
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
      text="ABIs and descriptors of your own. They explain calls that no standard tells, and take no warning away."
      action={
        <Button icon="plus" onClick={() => setAdding(true)}>
          Add contract
        </Button>
      }
    >
      <ListProblems problem={problem} confirming={confirming} removal={removing.problem} />
      {problem !== null || answer === null ? null : rows.length === 0 ? (
        <p className="soft">You described no contract yet: an unknown call is told by its selector alone.</p>
      ) : (
        <table className="settings-table" aria-label="Contracts you described">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Contract</th>
              <th scope="col">Added</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.chain} ${row.address} ${row.name}`}>
                <td>
                  {row.name}
                  <br />
                  <span className="caption faint">{KINDS[row.kind]}</span>
                </td>
                <td>
                  <ShortAddress text={row.address} />
                  <br />
                  <span className="caption faint">{chainName(row.chain)}</span>
                </td>
                <td>{moment(row.added)}</td>
                <td>
                  <div className="settings-actions">
                    <Button
                      kind="quiet"
                      onClick={() => void removing.run(row)}
                      disabled={removing.busy}
                      aria-label={`Remove ${row.name}`}
                    >
                      Remove
                    </Button>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {adding ? <ContractDialog onClose={() => setAdding(false)} /> : null}
    </Section>
  );
}
