import { useEffect, useState } from 'react';
import type { CallOutput, JobOutput } from '../../../shared/ipc/index.ts';
import { call } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { accountsList } from '../../state/lists.ts';
import { closeDialog, go } from '../../state/route.ts';
import { useProfile, useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { createWork } from '../../state/work.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Steps } from '../../ui/steps.tsx';
import { counted } from '../../words/number.ts';
import { isRefused } from '../../words/problem.ts';
import { NotMoved } from './not-moved.tsx';

const moving = createWork('moves.run');

type Choices = CallOutput<'moves.choices'>['rows'];
type Row = JobOutput<'moves.run'>['rows'][number];

const STEPS = ['Get a key of the target', 'Encrypt at the source', 'Import at the target', 'Compare the addresses'];
const STEP_AT = { start: 0, export: 1, import: 2, accounts: 3, compare: 3 } as const;

/** Moves one wallet or private key to the service of another profile. It never passes through this page. */
export function MoveDialog({ walletId }: { readonly walletId: string | null }) {
  const profile = useProfile();
  const profiles = useSession((session) => session.profiles);
  const targets = profiles.filter(({ organizationId }) => organizationId !== profile?.organizationId);
  const [choices, setChoices] = useState<Choices>([]);
  const [chosen, setChosen] = useState({ id: walletId ?? '', to: targets[0]?.name ?? '' });
  const [planned, setPlanned] = useState<Row | null>(null);
  const [isAsked, setAsked] = useState(false);
  const { running, progress, problem: failed, result } = moving.use();
  const done = isAsked && !running && failed === null ? (result?.rows[0] ?? null) : null;

  const isOver = done !== null || planned?.state === 'already there';

  const open = useAction(async () => {
    const { rows } = await call('moves.choices', {});
    setChoices(rows);
    setChosen((before) => ({
      ...before,
      id: rows.some(({ id }) => id === before.id) ? before.id : (rows[0]?.id ?? ''),
    }));
  });
  const plan = useAction(async () => {
    const { rows } = await call('moves.plan', { to: chosen.to, ids: [chosen.id] });
    setPlanned(rows[0] ?? null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read once, when the dialog opens
  useEffect(() => void open.run(), []);

  const change = (part: Partial<typeof chosen>) => {
    setChosen({ ...chosen, ...part });
    setPlanned(null);
    setAsked(false);
  };
  const start = async () => {
    setAsked(true);
    await moving.start({ to: chosen.to, ids: [chosen.id] });
    void accountsList.refresh.start({});
  };
  const next = () => {
    if (running) return;
    if (isOver) closeDialog();
    else void (planned === null ? plan.run() : start());
  };
  const canReview = chosen.id !== '' && chosen.to !== '';
  return (
    <Dialog title="Move to another service" onClose={closeDialog} closable={!running}>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          next();
        }}
      >
        <DialogBody>
          {running ? (
            <Steps label="Move" steps={STEPS} current={STEP_AT[progress?.step ?? 'start']} />
          ) : done !== null ? (
            <Moved row={done} to={chosen.to} from={profile?.name ?? ''} />
          ) : targets.length === 0 ? (
            <Notice tone="care" title="No other service">
              Connect to the service to move to first. It gets a profile of its own.
              <Button onClick={() => go('connect')}>Connect to a service</Button>
            </Notice>
          ) : (
            <>
              <SelectField
                label="Wallet or private key"
                value={chosen.id}
                choices={choices.map(({ id, kind, name }) => ({
                  value: id,
                  label: `${name} (${kind})`,
                }))}
                onChange={(id) => change({ id })}
              />
              <SelectField
                label="To"
                value={chosen.to}
                choices={targets.map(({ name }) => ({ value: name, label: name }))}
                onChange={(to) => change({ to })}
              />
              {planned === null ? (
                <p className="soft">
                  The source encrypts the key to a key of the target. Nothing in between can open it. The wallet stays
                  at the source.
                </p>
              ) : (
                <Planned row={planned} to={chosen.to} />
              )}
              {[open.problem, plan.problem].map((problem, index) =>
                problem === null || isRefused(problem) ? null : <Problem key={String(index)} error={problem} />,
              )}
              {isAsked && failed !== null ? (
                // A refusal too, because the requests before it were sent.
                <Problem error={failed} />
              ) : null}
            </>
          )}
        </DialogBody>
        <DialogActions>
          {running ? <Button onClick={() => moving.cancel()}>Cancel</Button> : null}
          {running || isOver ? null : <Button onClick={closeDialog}>Cancel</Button>}
          {running || targets.length === 0 ? null : (
            <Button kind="primary" submit disabled={!isOver && (!canReview || plan.busy)}>
              {isOver ? 'Done' : planned === null ? 'Review' : 'Move…'}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The effect that a move would have. */
function Planned({ row, to }: { readonly row: Row; readonly to: string }) {
  const isThere = row.state === 'already there';
  return (
    <>
      <Notice
        tone="plain"
        title={
          isThere ? `It is already at ${to}` : `${counted(row.addresses, 'address', 'addresses')} will be compared`
        }
      >
        {isThere
          ? 'All its addresses are the same at both services. Nothing will be moved twice.'
          : 'After the import the addresses of both services must be the same.'}
      </Notice>
      <p className="soft">
        Policies, tags, rights of users and webhooks are not moved. Those that concern it are listed here.
      </p>
      <NotMoved row={row} title="Will not be moved" />
    </>
  );
}

/** The result of a move. */
function Moved({ row, to, from }: { readonly row: Row; readonly to: string; readonly from: string }) {
  return (
    <>
      {row.waiting === null ? (
        <Notice tone="proven" title={row.state === 'moved' ? `Moved to ${to}` : `It was already at ${to}`}>
          {counted(row.compared, 'address', 'addresses')} compared: the same at both services. It stays at {from}.
        </Notice>
      ) : (
        <Notice tone="care" title="Waiting for votes">
          An activity at {row.waiting.profile} needs votes. Start the same move again after it is finished.
        </Notice>
      )}
      <NotMoved row={row} title="Not moved" />
    </>
  );
}
