import { shortHeadline } from '../../meaning/meaning.tsx';
import { selectActivity, useRoute } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Visible } from '../../ui/visible.tsx';
import { shortMoment } from '../../words/time.ts';

/** What waits for this operator's vote, in words; choosing one shows all of it, with the way to vote. */
export function Waiting() {
  const { answer } = useAnswer('activities.waiting', {}, 'activities.changed');
  const selected = useRoute((route) => route.activityId);
  if (answer === null || answer.rows.length === 0) return null;
  return (
    <section className="activities-waiting" aria-labelledby="activities-waiting">
      <h2 id="activities-waiting">Waits for your vote</h2>
      <ul>
        {answer.rows.map(({ activityId, headline, addresses, createdAt }) => (
          <li key={activityId}>
            <button type="button" aria-pressed={selected === activityId} onClick={() => selectActivity(activityId)}>
              <span className="cut">
                <Visible text={shortHeadline(headline, new Set(addresses))} />
              </span>
              <span className="caption soft tabular">{shortMoment(createdAt)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
