import { chainName, grouped, type HistoryParty } from '../../../shared/model/index.ts';
import { worded } from '../../language/worded.ts';
import { copiedFact, fingerprintFact } from '../../parts/copy.tsx';
import { partyFact } from '../../parts/party.tsx';
import { Problem } from '../../parts/problem.tsx';
import { ResultOf } from '../../request/result.tsx';
import { go, selectTransaction, setSearch } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Inspector } from '../../ui/place.tsx';
import { Mono, Visible } from '../../ui/visible.tsx';
import { STATE_WORDS } from '../../words/history.ts';
import { counted, groupedAmounts } from '../../words/number.ts';
import { moment } from '../../words/time.ts';

interface TransactionInspectorProps {
  readonly id: number;
  /** Opens the form that labels an address. */
  readonly onLabel: (address: string) => void;
}

/** The details of the selected transaction: its effect, its cost and its state. */
export function TransactionInspector({ id, onLabel }: TransactionInspectorProps) {
  const { answer: detail, problem } = useAnswer('history.get', { id }, 'history.changed');
  const counterparty = detail?.row.counterparty ?? null;
  const canLabel = counterparty !== null && counterparty.label === null;
  const activityId = detail?.sent?.activityId ?? null;
  const isEmptyBar = !canLabel && activityId === null && counterparty === null;
  return (
    <Inspector
      label="Transaction details"
      title="Transaction"
      onClose={() => selectTransaction(null)}
      actions={
        isEmptyBar ? undefined : (
          <>
            {canLabel ? (
              <Button kind="primary" icon="book" data-act="true" onClick={() => onLabel(counterparty.address)}>
                Add label
              </Button>
            ) : null}
            {counterparty === null ? null : (
              <Button onClick={() => setSearch('history', counterparty.address)}>All with this address</Button>
            )}
            {activityId === null ? null : (
              <Button onClick={() => go('activities', { activityId })}>Open activity</Button>
            )}
          </>
        )
      }
    >
      {problem === null ? null : <Problem error={problem} />}
      {detail === null ? null : (
        <>
          <h3 className="history-headline selectable">
            <Visible text={groupedAmounts(detail.headline)} />
          </h3>
          {detail.row.state === 'finalized' ? null : (
            <Notice tone={STATE_WORDS[detail.row.state].tone} title={STATE_WORDS[detail.row.state].label}>
              {STATE_WORDS[detail.row.state].sentence}
            </Notice>
          )}
          <Facts
            label="Transaction"
            facts={[
              { label: 'Time', value: moment(detail.row.time) },
              { label: 'Chain', value: `${chainName(detail.row.chain)} (${detail.row.chain})` },
              partyFact('Account', detail.row.account),
              ofParty('From', detail.from, detail.row.account),
              ...(detail.to === null
                ? [{ label: 'To', value: 'nobody: it made a contract' }]
                : [ofParty('To', detail.to, detail.row.account)]),
              { label: 'Fee', value: `${grouped(detail.fee.text)} ${detail.fee.unit}, paid by the sender` },
              copiedFact('Hash', detail.hash),
            ]}
          />
          {detail.transfers.length === 0 ? null : (
            <Facts
              label="Transfers"
              titled
              facts={[
                ...detail.transfers.flatMap(({ incoming, amount, asset, counterparty: whom }, index): Fact[] => {
                  const group = detail.transfers.length === 1 ? undefined : `Transfer ${index + 1}`;
                  return [
                    { label: incoming ? 'Received' : 'Sent', value: `${grouped(amount.text)} ${amount.unit}`, group },
                    { ...partyFact(incoming ? 'From' : 'To', whom), group },
                    ...(asset === null
                      ? []
                      : [
                          {
                            label: 'Asset',
                            value: <Mono text={asset} />,
                            group,
                          },
                        ]),
                  ];
                }),
                ...(detail.moreTransfers === 0
                  ? []
                  : [{ label: 'Not shown', value: counted(detail.moreTransfers, 'further transfer') }]),
              ]}
            />
          )}
          <Facts
            label="Block"
            titled
            facts={[
              { label: 'Number', value: grouped(String(detail.block.number)) },
              copiedFact('Block hash', detail.block.hash),
              { label: 'Origin', value: detail.origin === '' ? 'Not reported' : detail.origin },
            ]}
          />
          {detail.sent === null ? null : (
            <Facts
              label="Sent by the service"
              titled
              facts={[
                { label: 'Submitted', value: moment(detail.sent.submittedAt) },
                { label: 'Fee sponsored', value: detail.sent.sponsored ? worded('yes') : worded('no') },
                ...(detail.sent.fingerprint === null ? [] : [fingerprintFact(detail.sent.fingerprint)]),
              ]}
            />
          )}
          {activityId === null ? null : <ResultOf key={activityId} activityId={activityId} />}
        </>
      )}
    </Inspector>
  );
}

/** Returns the same fact, shortened when the party is this account. */
function ofParty(label: string, party: HistoryParty, account: HistoryParty): Fact {
  return party.address === account.address ? { label, value: 'this account' } : partyFact(label, party);
}
