import type { ReactNode } from 'react';
import type { NearAddress } from '../../shared/model/index.ts';
import { useClock } from '../state/clock.ts';
import { useSession } from '../state/session.ts';
import type { Refresh } from '../state/work.ts';
import { Button } from '../ui/button.tsx';
import { Differing } from '../ui/differing.tsx';
import { Notice } from '../ui/notice.tsx';
import { Empty } from '../ui/place.tsx';
import { isSilent } from '../words/freshness.ts';
import { sentenceCase } from '../words/labels.ts';
import { problemWords } from '../words/problem.ts';
import { age } from '../words/time.ts';

/** The words of a list without rows, and the action that fills it. */
export interface Nothing {
  /** One sentence about the purpose of the list. */
  readonly about?: string;
  readonly title: string;
  readonly action: ReactNode;
}

interface NotRefreshedProps {
  readonly many: string;
  readonly refresh: Refresh | null;
  readonly refreshedAt: number | null;
  readonly problem: unknown;
}

/** Says why the rows are old. The frame says it of a service that does not answer or refuses the key. */
export function NotRefreshed({ many, refresh, refreshedAt, problem }: NotRefreshedProps) {
  const now = useClock((clock) => clock.now);
  const isSaid = useSession(({ app }) => app === null || app.isOffline || isSilent(app.service.state));
  if (isSaid) return null;
  const { message } = problemWords(problem);
  return (
    <div className="list-problem">
      <Notice
        tone="care"
        title={`${sentenceCase(many)} could not be refreshed`}
        action={<Button onClick={() => void refresh?.start({})}>Try again</Button>}
      >
        {message} {refreshedAt === null ? '' : `The rows are from ${age(refreshedAt, now)}.`}
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

/** A list without rows. It does not call itself empty now when its service did not answer. */
export function NoRows({ empty: { about, title, action }, refreshedAt, onCheck }: NoRowsProps) {
  const now = useClock((clock) => clock.now);
  const purpose = about === undefined ? '' : `${about} `;
  if (refreshedAt === null) return <Empty title={`${purpose}${title}`} action={action} />;
  return (
    <Empty
      title={`${purpose}It was empty ${age(refreshedAt, now)}, and the service does not answer now.`}
      action={<Button onClick={onCheck}>Check connection</Button>}
    />
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
