import { useEffect, useState } from 'react';
import type { CallOutput } from '../../../shared/ipc/index.ts';
import { call } from '../../bridge.ts';
import { headlineOf } from '../../meaning/headline.ts';
import { MeaningView } from '../../meaning/meaning.tsx';
import { Problem } from '../../parts/problem.tsx';
import type { SigningAccount } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';
import { Visible } from '../../ui/visible.tsx';
import { type Draft, draftProblem, requestOf } from './draft.ts';

/** Milliseconds after the last key until a draft is decoded. */
const PAUSE_MS = 350;
/** Characters below which a text is only begun. */
const LEAST = 3;

interface DraftMeaningProps {
  readonly account: SigningAccount | null;
  readonly draft: Draft;
}

/**
 * The effect of a draft as decoded by the vault, a moment after the last change. Nothing is stamped. The effect of an
 * earlier draft is not shown.
 */
export function DraftMeaning({ account, draft }: DraftMeaningProps) {
  const isUnlocked = useSession((session) => session.app?.vault.state === 'unlocked');
  const isBegun = draft.texts[draft.kind].trim().length >= LEAST;
  const signer = isBegun && draftProblem(account, draft) === null ? account : null;
  const [settled, setSettled] = useState<{
    readonly of: DraftMeaningProps;
    readonly described: CallOutput<'requests.describe'> | null;
    readonly problem: unknown;
  } | null>(null);
  useEffect(() => {
    if (!isUnlocked || signer === null) return undefined;
    let isNewest = true;
    const settle = (described: CallOutput<'requests.describe'> | null, problem: unknown) =>
      isNewest && setSettled({ of: { account: signer, draft }, described, problem });
    const timer = setTimeout(() => {
      call('requests.describe', requestOf(signer, draft)).then(
        (described) => settle(described, null),
        (problem: unknown) => settle(null, problem),
      );
    }, PAUSE_MS);
    return () => {
      isNewest = false;
      clearTimeout(timer);
    };
  }, [isUnlocked, signer, draft]);

  if (!isUnlocked) return <p>Unlock the vault to see what it does.</p>;
  if (signer === null) return <p>Choose an account and enter what to sign.</p>;
  if (settled?.of.account !== signer || settled.of.draft !== draft) return <p className="soft">Reading it</p>;
  if (settled.described === null) return <Problem error={settled.problem} />;
  const { meaning, naming } = settled.described;
  return (
    <>
      <h3 className="draft-headline">
        <Visible text={headlineOf(meaning, naming)} />
      </h3>
      <MeaningView
        meaning={meaning}
        naming={naming}
        cannot="This cannot be signed"
        name={null}
        facts={[]}
        bytes={null}
      />
    </>
  );
}
