import { useRef, useState } from 'react';
import { AppError } from '../../../shared/errors/index.ts';
import { call } from '../../bridge.ts';
import { isRecord } from '../../form/values.ts';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { idOf, listIn } from './answer.ts';
import { AnswerView } from './answer-view.tsx';
import type { Entry } from './catalog.ts';
import { useFill } from './fill.tsx';
import { keepUsed } from './recent.ts';

/** Rows of a page when the request has no limit (docs/protocol.md#limits). */
const USUAL_LIMIT = 10;

type Body = Readonly<Record<string, unknown>>;

/** A query: its form, and the service's answer below. It needs no confirmation, because nothing changes. */
export function Ask({ entry }: { readonly entry: Entry }) {
  const { operation } = entry;
  const fill = useFill(entry);
  const [answered, setAnswered] = useState<{ readonly asked: Body; readonly answer: Body } | null>(null);
  /**
   * The last request that was refused because a text in it may be a private key. Sending the same request again
   * confirms that it is none.
   */
  const suspected = useRef<string | null>(null);
  const ask = useAction(async (request: Body) => {
    const asked = JSON.stringify(request);
    try {
      const hexIsNoKey = suspected.current === asked;
      const { answer } = await call('operations.ask', { operation: operation.name, request, hexIsNoKey });
      setAnswered({ asked: request, answer });
    } catch (problem) {
      suspected.current = problem instanceof AppError && problem.code === 'SECRET_SUSPECTED' ? asked : null;
      throw problem;
    }
  });
  const list = answered === null ? null : listIn(operation.response, answered.answer);
  const options =
    answered === null || !isRecord(answered.asked.paginationOptions) ? {} : answered.asked.paginationOptions;
  const turn = (way: 'before' | 'after', id: string | null) => {
    const { before: _before, after: _after, ...others } = options;
    void ask.run({ ...answered?.asked, paginationOptions: { ...others, [way]: id } });
  };
  const first = idOf(list?.items[0]);
  const last = idOf(list?.items.at(-1));
  const isFull = list !== null && list.items.length >= Number(options.limit ?? USUAL_LIMIT);
  const hasPages = entry.fields.some(({ name }) => name === 'paginationOptions');
  return (
    <form
      className="operation-form"
      onSubmit={(event) => {
        event.preventDefault();
        const request = fill.read();
        if (request === null) return;
        keepUsed(operation.name);
        void ask.run(request);
      }}
    >
      <div className="operation-body">
        {fill.fields}
        {ask.problem === null ? null : <Problem error={ask.problem} />}
        {answered === null ? null : (
          <AnswerView
            key={JSON.stringify(answered.asked)}
            operation={operation}
            answer={answered.answer}
            pages={
              hasPages ? (
                <div className="operation-pages">
                  <Button disabled={ask.busy || first === null} onClick={() => turn('before', first)}>
                    Page before
                  </Button>
                  <Button disabled={ask.busy || last === null || !isFull} onClick={() => turn('after', last)}>
                    Next page
                  </Button>
                </div>
              ) : null
            }
          />
        )}
      </div>
      <footer className="operation-actions">
        {fill.clear}
        <Button kind="primary" large submit disabled={ask.busy} data-act="true" aria-keyshortcuts="Control+Enter">
          {ask.busy ? 'Asking' : 'Ask the service'}
        </Button>
      </footer>
    </form>
  );
}
