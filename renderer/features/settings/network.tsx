import { useState } from 'react';
import { chainName, type EndpointRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { ListProblems } from './list-problems.tsx';
import { Section } from './section.tsx';
import { Below, SettingsTable } from './settings-table.tsx';

const standing = ({ works, problem }: EndpointRow): string =>
  works === null ? 'Not asked yet' : works ? 'Answers' : `Not used, because ${problem}`;

/** The nodes that the local vault uses to read chains. */
export function Network() {
  const { answer, problem } = useAnswer('endpoints.list', {}, 'endpoints.changed');
  const [adding, setAdding] = useState(false);
  const removing = useAction(({ id }: EndpointRow) => call('endpoints.remove', { id }));
  const confirming = useAction(() => call('endpoints.confirm', {}));
  const rows = answer?.rows ?? [];
  return (
    <Section
      title="Network"
      text="Nodes that the local service asks for history, balances and fees, and broadcasts through. It asks nobody else."
      action={
        <Button icon="plus" onClick={() => setAdding(true)}>
          Add node
        </Button>
      }
    >
      <ListProblems problem={problem} confirming={confirming} removal={removing.problem} />
      {problem !== null || answer === null ? null : rows.length === 0 ? (
        <p className="soft">No node yet. History, balances, fees and broadcasts need one.</p>
      ) : (
        <SettingsTable
          label="Nodes of chains"
          columns={[
            {
              label: 'Chain',
              unbroken: true,
              cell: ({ chain }) => (
                <>
                  {chainName(chain)}
                  <Below>{chain}</Below>
                </>
              ),
            },
            {
              label: 'Node',
              cell: (row) => (
                <>
                  <span className="mono">{row.hides ? `${row.origin}/…` : row.origin}</span>
                  <Below tone={row.works === false ? 'settings-fault' : 'faint'}>{standing(row)}</Below>
                </>
              ),
            },
          ]}
          rows={rows}
          idOf={({ id }) => id}
          actions={(row) => (
            <Button
              kind="quiet"
              onClick={() => void removing.run(row)}
              disabled={removing.busy}
              aria-label={`Remove ${row.origin} of ${chainName(row.chain)}`}
            >
              Remove
            </Button>
          )}
        />
      )}
      {adding ? <EndpointDialog onClose={() => setAdding(false)} /> : null}
    </Section>
  );
}
