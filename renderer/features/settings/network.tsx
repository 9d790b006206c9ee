import { useState } from 'react';
import { chainName, type EndpointRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { ListProblems } from './list-problems.tsx';
import { Section } from './section.tsx';

const standing = ({ works, problem }: EndpointRow): string =>
  works === null ? 'Not asked yet' : works ? 'Answers' : `Not used, because ${problem}`;

/** The nodes that the vault on this machine asks about chains. */
export function Network() {
  const { answer, problem } = useAnswer('endpoints.list', {}, 'endpoints.changed');
  const [adding, setAdding] = useState(false);
  const removing = useAction(({ id }: EndpointRow) => call('endpoints.remove', { id }));
  const confirming = useAction(() => call('endpoints.confirm', {}));
  const rows = answer?.rows ?? [];
  return (
    <Section
      title="Network"
      text="Nodes of chains that the vault on this machine asks for history, balances and fees, and sends over. Nobody else is asked."
      action={
        <Button icon="plus" onClick={() => setAdding(true)}>
          Add node
        </Button>
      }
    >
      <ListProblems problem={problem} confirming={confirming} removal={removing.problem} />
      {problem !== null || answer === null ? null : rows.length === 0 ? (
        <p className="soft">No node yet: no chain can be asked, and nothing is sent.</p>
      ) : (
        <table className="settings-table" aria-label="Nodes of chains">
          <thead>
            <tr>
              <th scope="col">Chain</th>
              <th scope="col">Node</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className="settings-chain">
                  {chainName(row.chain)}
                  <br />
                  <span className="caption faint">{row.chain}</span>
                </td>
                <td>
                  <span className="mono">{row.hides ? `${row.origin}/…` : row.origin}</span>
                  <br />
                  <span className={row.works === false ? 'caption settings-fault' : 'caption faint'}>
                    {standing(row)}
                  </span>
                </td>
                <td>
                  <div className="settings-actions">
                    <Button
                      kind="quiet"
                      onClick={() => void removing.run(row)}
                      disabled={removing.busy}
                      aria-label={`Remove ${row.origin} of ${chainName(row.chain)}`}
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
      {adding ? <EndpointDialog onClose={() => setAdding(false)} /> : null}
    </Section>
  );
}
