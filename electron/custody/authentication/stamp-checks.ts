/** One check of a stamp, on this thread or on another one. `aside` never rejects. */
interface Check {
  readonly here: () => boolean;
  readonly aside: () => Promise<boolean>;
}

interface WaitingCheck extends Check {
  readonly settle: (holds: boolean) => void;
}

/**
 * The checks that run on other threads at a time. They finish several while this thread answers one request. No more
 * begin in one turn, because other threads check only P-256. The others take this thread after all.
 */
const ASIDE = 3;

/**
 * Spreads the checks of stamps over threads. Other threads take all but the last one that waits. This thread takes one
 * in each turn of its event loop in which no other thread finished a check, because it would only wait then.
 */
export function createStampChecks(): (check: Check) => Promise<boolean> {
  const waiting: WaitingCheck[] = [];
  let aside = 0;
  let begunInTurn = 0;
  let isTurnEnding = false;
  /** True when another thread has finished a check in this turn, so that there is a request to go on with. */
  let isBusy = false;

  const atTurnEnd = (): void => {
    isTurnEnding = false;
    begunInTurn = 0;
    const check = isBusy && aside > 0 ? undefined : waiting.shift();
    isBusy = false;
    check?.settle(check.here());
    if (waiting.length > 0) spread();
  };
  const spread = (): void => {
    while (aside < ASIDE && begunInTurn < ASIDE && waiting.length > 1) void runAside(waiting.shift() as WaitingCheck);
    if (isTurnEnding) return;
    isTurnEnding = true;
    setImmediate(atTurnEnd);
  };
  const runAside = async (check: WaitingCheck): Promise<void> => {
    aside += 1;
    begunInTurn += 1;
    const holds = await check.aside();
    aside -= 1;
    isBusy = true;
    check.settle(holds);
    spread();
  };
  return (check) =>
    new Promise((settle) => {
      waiting.push({ ...check, settle });
      spread();
    });
}
