import { type ReactNode, useEffect, useRef } from 'react';
import type { AppState } from '../../shared/ipc/index.ts';
import type { NearAddress } from '../../shared/model/index.ts';
import { useClock } from '../state/clock.ts';
import { useSession } from '../state/session.ts';
import { NO_WORK, type Refresh, standingProblem } from '../state/work.ts';
import { Button } from '../ui/button.tsx';
import { Differing } from '../ui/differing.tsx';
import { Notice } from '../ui/notice.tsx';
import { Empty } from '../ui/place.tsx';
import { isSilent } from '../words/freshness.ts';
import { sentenceCase } from '../words/labels.ts';
import { problemWords } from '../words/problem.ts';
import { age } from '../words/time.ts';
import { Problem } from './problem.tsx';

/** The words of a list without rows, and the action that fills it. */
export interface Nothing {
  /** One sentence about the purpose of the list. */
  readonly about?: string;
  readonly title: string;
  readonly action: ReactNode;
}

/**
 * Returns the error of a list's last refresh, null once a later read succeeded. A service that answers again is asked
 * again for the rows.
 */
export function useRefreshProblem(refresh: Refresh | null, refreshedAt: number | null): unknown {
  const ended = (refresh ?? NO_WORK).use();
  const profile = useSession(({ app }) => app?.profile ?? null);
  const isAnswering = useSession(({ app }) => app !== null && !isSilent(app.service.state));
  const problem = standingProblem(ended, profile, refreshedAt);
  const hasFailed = useRef(false);
  useEffect(() => {
    hasFailed.current = problem !== null;
  });
  useEffect(() => {
    if (isAnswering && hasFailed.current) void refresh?.start({});
  }, [isAnswering, refresh]);
  return problem;
}

/** Says why rows were never read. A banner says it of a service that refuses the key, or that is none. */
export function NeverRead({ problem }: { readonly problem: unknown }) {
  const isInBanner = useSession(({ app }) => app?.service.state === 'refused' || app?.service.state === 'invalid');
  return isInBanner ? null : (
    <div className="list-problem">
      <Problem error={problem} />
    </div>
  );
}

interface NotRefreshedProps {
  readonly many: string;
  readonly refresh: Refresh | null;
  readonly refreshedAt: number | null;
  readonly problem: unknown;
  /** False for an empty list, which says its own age. */
  readonly hasRows: boolean;
}

/** Says why the rows are old. The frame says it of a service without usable replies. */
export function NotRefreshed({ many, refresh, refreshedAt, problem, hasRows }: NotRefreshedProps) {
  const now = useClock((clock) => clock.now);
  const isShownElsewhere = useSession(({ app }) => app === null || app.isOffline || isSilent(app.service.state));
  if (isShownElsewhere) return null;
  const { message } = problemWords(problem);
  return (
    <div className="list-problem">
      <Notice
        tone="care"
        title={`${sentenceCase(many)} could not be refreshed`}
        action={<Button onClick={() => void refresh?.start({})}>Try again</Button>}
      >
        {message} {refreshedAt === null || !hasRows ? '' : `The rows are from ${age(refreshedAt, now)}.`}
      </Notice>
    </div>
  );
}

interface NoRowsProps {
  readonly empty: Nothing;
  /** The time of the last reading, when the newest one failed. Null when it did not. */
  readonly refreshedAt: number | null;
  readonly onCheck: () => void;
}

/** A list without rows. It does not call itself empty now when its newest reading failed. */
export function NoRows({ empty: { about, title, action }, refreshedAt, onCheck }: NoRowsProps) {
  const now = useClock((clock) => clock.now);
  const state = useSession(({ app }) => (app?.isOffline === true ? 'unreachable' : (app?.service.state ?? 'unknown')));
  const purpose = about === undefined ? '' : `${about} `;
  if (refreshedAt === null) return <Empty title={`${purpose}${title}`} action={action} />;
  return (
    <Empty
      title={emptyBefore(state, purpose, age(refreshedAt, now))}
      action={<Button onClick={onCheck}>Check connection</Button>}
    />
  );
}

/** Returns how old the list is, and why the newest reading failed. */
function emptyBefore(state: AppState['service']['state'], purpose: string, since: string): string {
  if (state === 'refused') return `${purpose}The list was empty ${since}, and the service refuses this key now.`;
  if (state === 'invalid') return `${purpose}The list was empty ${since}, and the service gives invalid replies now.`;
  return isSilent(state)
    ? `${purpose}The list was empty ${since}, and the service does not answer now.`
    : `${purpose}The list was empty ${since}, and could not be read again.`;
}

interface ReadingRowsProps {
  readonly many: string;
  readonly profile: string;
}

/** A list that is read for the first time. */
export function ReadingRows({ many, profile }: ReadingRowsProps) {
  return (
    <div role="status" className="empty">
      <h2>{`Reading the ${many} of ${profile}`}</h2>
    </div>
  );
}

interface NearestProps {
  readonly near: NearAddress;
  readonly typed: string;
  readonly onShow: (address: string) => void;
}

/** The known address nearest to the searched text, with the differing characters. */
export function Nearest({ near: { address, label }, typed, onShow }: NearestProps) {
  return (
    <>
      <p>
        The nearest is {label === null ? '' : `“${label}”, `}
        <Differing text={address} from={typed.trim()} />
      </p>
      <Button kind="primary" onClick={() => onShow(address)}>
        Show the nearest
      </Button>
    </>
  );
}
