import { useState } from 'react';
import { Problem } from '../../../parts/problem.tsx';
import { useClock } from '../../../state/clock.ts';
import { showOrganizationPage } from '../../../state/route.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Place } from '../../../ui/place.tsx';
import { Visible } from '../../../ui/visible.tsx';
import { BackToUsers, ChooseUser } from '../choose-user.tsx';
import { type Quorum, quorumChange } from '../quorum/quorum-rules.ts';
import type { Look } from '../section.ts';
import { useEscape } from '../use-escape.ts';
import { useUnwantedRemovals } from './draft.ts';
import { conclusion, holdingsOf } from './holdings.ts';
import { HoldingsTable } from './holdings-table.tsx';
import './leaving.css';
import { isRemoved, leavingOf, nextOf, planOf } from './leaving-plan.ts';
import { LeavingProgress } from './leaving-progress.tsx';
import {
  type Leaving,
  possibleRemovals,
  type QuorumWithout,
  quorumWithout,
  REMOVALS,
  type Removal,
  unreadParts,
} from './leaving-rules.ts';
import { PowerUntilThen } from './power-until-then.tsx';
import { type LeavingControls, useLeaving } from './use-leaving.ts';

const close = () => showOrganizationPage(null);

interface LeavingPageProps {
  /** Null until a user is chosen. */
  readonly userId: string | null;
  readonly look: Look;
}

/** Removes a user: the power until then, and the requests that take it away. */
export function LeavingPage({ userId, look }: LeavingPageProps) {
  if (userId === null)
    return (
      <ChooseUser
        title="Remove a user"
        users={look.content.users}
        onChoose={(id) => showOrganizationPage({ name: 'leaving', id })}
      />
    );
  return <UserLeaving key={userId} userId={userId} look={look} />;
}

function UserLeaving({ userId, look }: { readonly userId: string; readonly look: Look }) {
  useEscape(close);
  const leave = useLeaving(userId);
  const { around, isReading, run, request } = leave;
  const now = useClock((clock) => clock.now);
  // A removed user keeps the name that the page began with.
  const [name] = useState(() => look.names.of(userId));
  const { unwanted, set: setUnwanted, discard } = useUnwantedRemovals(userId);
  const leavePage = () => {
    discard();
    close();
  };

  const user = around?.content.users.find(({ id }) => id === userId);
  const leaving = around === null || user === undefined ? null : leavingOf(user, around);
  const possible = leaving === null ? [] : possibleRemovals(leaving);
  const left = unwanted ?? (leaving === null ? new Set<Removal>() : unwantedFirst(leaving));
  const chosen = new Set(REMOVALS.filter((removal) => !left.has(removal)));
  // The service removes no member of the root quorum.
  if (chosen.has('user')) chosen.add('quorum');
  const plan = around === null ? null : planOf(userId, around, chosen);
  const isBusy = isReading || request.flow.step === 'preparing' || request.flow.step === 'submitting';
  const isReady = !isBusy && leave.problem === null && plan !== null && nextOf(plan) !== undefined;
  const toggle = (removal: Removal) => {
    const next = new Set(left);
    if (!next.delete(removal)) next.add(removal);
    setUnwanted(next);
  };
  return (
    <div className="organization">
      <Place
        title={`Remove ${name}`}
        before={<BackToUsers />}
        actions={
          <>
            {run !== null && run.current !== null ? (
              <Button onClick={leave.stop} disabled={request.flow.step === 'submitting' && request.flow.stopping}>
                Stop removal
              </Button>
            ) : (
              <Button onClick={leavePage}>{run === null ? 'Cancel' : 'Close'}</Button>
            )}
            <Button
              kind="danger"
              disabled={!isReady}
              data-act="true"
              aria-keyshortcuts="Control+Enter"
              onClick={() => void leave.start(chosen)}
            >
              {run === null ? 'Review removal' : 'Continue'}
            </Button>
          </>
        }
      >
        <div className="leaving">
          <div className="leaving-main">
            {leave.problem === null ? null : <Problem error={leave.problem} />}
            {leaving !== null ? (
              <Removals leaving={leaving} chosen={chosen} now={now} possible={possible} toggle={toggle} leave={leave} />
            ) : around === null ? (
              <p role="status">Reading the organization</p>
            ) : isRemoved(userId, around) ? (
              <p className="leaving-headline" role="status">
                <Visible text={`${name} is no longer a user of this organization`} />
              </p>
            ) : (
              <Blocked problem={unreadParts(around.content, ['users'])} quorum={null} />
            )}
            <LeavingProgress name={name} plan={plan} leave={leave} />
            {plan === null || nextOf(plan) === undefined || leave.request.flow.step === 'submitting' ? null : (
              <div className="leaving-carry">
                <Button disabled={!isReady} onClick={() => void leave.carry(chosen)}>
                  Carry to the offline station
                </Button>
                <span className="caption soft">
                  Composes the first request that is not done. Come back here for the next one.
                </span>
              </div>
            )}
          </div>
          <aside className="leaving-power" aria-label="Until then">
            {leaving === null ? null : <PowerUntilThen userId={userId} name={name} around={around} />}
          </aside>
        </div>
      </Place>
    </div>
  );
}

/** Removing the user takes everything else too. If that can wait for votes, the credentials are removed first. */
function unwantedFirst({ content: { quorum } }: Leaving): ReadonlySet<Removal> {
  return quorum?.threshold === 1
    ? new Set<Removal>(['keys', 'passkeys', 'providers', 'tags'])
    : new Set<Removal>(['tags']);
}

interface BlockedProps {
  readonly problem: QuorumWithout['problem'];
  readonly quorum: Quorum | null;
}

/** The reason why nothing can be removed now. */
function Blocked({ problem, quorum }: BlockedProps) {
  if (problem === null) return null;
  return (
    <Notice
      tone="danger"
      title={problem.title}
      action={
        quorum === null ? undefined : (
          <Button onClick={() => showOrganizationPage({ name: 'quorum', without: null })}>Change quorum</Button>
        )
      }
    >
      {problem.text}
    </Notice>
  );
}

interface RemovalsProps {
  readonly leaving: Leaving;
  readonly chosen: ReadonlySet<Removal>;
  readonly possible: readonly Removal[];
  readonly now: number;
  readonly toggle: (removal: Removal) => void;
  readonly leave: LeavingControls;
}

function Removals({ leaving, chosen, possible, now, toggle, leave }: RemovalsProps) {
  const { content } = leaving;
  const { draft, problem, ending } = quorumWithout(leaving);
  if (problem !== null) return <Blocked problem={problem} quorum={content.quorum} />;
  const change = draft === null || content.quorum === null ? null : quorumChange(content.quorum, draft, content);
  return (
    <>
      <p className="leaving-headline">
        <Visible text={conclusion(leaving, chosen)} />
      </p>
      <p className="soft">
        Until then every key works as today. Each request below is asked in its own window, one after the other.
      </p>
      {ending === null ? null : (
        <Notice tone="care" title="Keys of the root quorum end">
          <Visible text={ending} />
        </Notice>
      )}
      {change?.notices.map(({ tone, title, text }) => (
        <Notice key={title} tone={tone} title={`${title} in the root quorum afterwards`}>
          {text}
        </Notice>
      ))}
      <HoldingsTable
        holdings={holdingsOf(leaving, chosen, now)}
        chosen={chosen}
        possible={possible}
        isFixed={leave.run !== null}
        toggle={toggle}
      />
    </>
  );
}
