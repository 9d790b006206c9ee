import type { QuestionOf } from '../../shared/ipc/index.ts';
import { Facts } from '../ui/facts.tsx';

/** Draws the start of the listener for webhook deliveries. */
export const drawListen = ({ port }: Pick<QuestionOf<'listen'>, 'port'>) => ({
  headline: 'Receive webhook deliveries',
  body: (
    <>
      <p className="soft">
        Every program on this machine can send to this port until you stop listening, lock the vault or use another
        profile.
      </p>
      <Facts
        label="Listener"
        facts={[{ label: 'Port', value: port === 0 ? 'Any free one of 127.0.0.1' : `${port} of 127.0.0.1` }]}
      />
    </>
  ),
  no: 'Don’t listen',
  yes: 'Listen',
});
