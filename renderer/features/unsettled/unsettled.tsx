import { Problem } from '../../parts/problem.tsx';
import { go } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Place } from '../../ui/place.tsx';
import './unsettled.css';
import { UnsettledItem } from './item.tsx';

/** Requests whose end was not seen: where each stands, and how to settle it without doing it twice. */
export function Unsettled({ title }: { readonly title: string }) {
  const { answer, problem } = useAnswer('requests.unsettled', {}, 'requests.changed');
  const rows = answer?.rows ?? null;
  return (
    <Place title={title}>
      {problem === null ? null : (
        <div className="unsettled">
          <Problem error={problem} />
        </div>
      )}
      {rows?.length === 0 ? (
        <Empty
          title="No unsettled requests. Every request was answered."
          action={<Button onClick={() => go('activities')}>Show activities</Button>}
        />
      ) : null}
      {rows === null || rows.length === 0 ? null : (
        <div className="unsettled">
          <p className="soft">
            Castellan stopped before it saw the end of these requests. Their exact bytes are recorded. Settling sends
            the same bytes again, which the service knows by their fingerprint and never carries out twice.
          </p>
          <ul aria-label={title}>
            {rows.map((row) => (
              <UnsettledItem key={row.requestId} row={row} />
            ))}
          </ul>
        </div>
      )}
    </Place>
  );
}
