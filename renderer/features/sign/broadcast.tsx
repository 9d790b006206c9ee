import { chainName, ETHEREUM_CHAINS, type SignatureProof } from '../../../shared/model/index.ts';
import { Problem } from '../../parts/problem.tsx';
import { Failure, isCompleted, NotCompleted, Running, StopButton } from '../../request/running.tsx';
import { useRequest } from '../../request/use-request.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { problemWords } from '../../words/problem.ts';
import { useFate } from './fate.ts';

interface BroadcastProps {
  /** In hex, as it came from the service. */
  readonly transaction: string;
  readonly proof: SignatureProof;
}

/**
 * Choice (broadcast-ethereum): what is signed for Solana is sent by the operation that signs it, as its block hash would not last.
 * Hands a signed transaction to its chain, after the operator’s answer, and follows it until nothing can take it out again.
 */
export function Broadcast({ transaction, proof: { transactionId: hash, address, chain: named } }: BroadcastProps) {
  const { flow, review, stop, reset } = useRequest();
  const chain = ETHEREUM_CHAINS.find((known) => known === named);
  if (hash === null || chain === undefined) return null;
  if (flow.step === 'submitting')
    return (
      <div className="sign-broadcast">
        <Running flow={flow} />
        <div className="sign-actions">
          <StopButton flow={flow} onStop={stop} />
        </div>
      </div>
    );
  if (flow.step === 'failed')
    return (
      <div className="sign-broadcast">
        <Failure flow={flow} onClosed={reset} />
      </div>
    );
  if (flow.step === 'done')
    return isCompleted(flow.submitted) ? (
      <Followed address={address} chain={chain} hash={hash} />
    ) : (
      <NotCompleted submitted={flow.submitted} />
    );
  return (
    <div className="sign-broadcast">
      {flow.step === 'idle' && flow.problem !== null ? <Problem error={flow.problem} /> : null}
      <div className="sign-actions">
        <Button
          disabled={flow.step === 'preparing'}
          onClick={() => void review('eth_send_raw_transaction', { signedTransaction: transaction, caip2: chain })}
        >
          Broadcast on {chainName(chain)}…
        </Button>
      </div>
    </div>
  );
}

function Followed({
  address,
  chain,
  hash,
}: {
  readonly address: string;
  readonly chain: string;
  readonly hash: string;
}) {
  const fate = useFate({ address, chain, hash });
  const name = chainName(chain);
  if (fate.state === 'untold')
    return (
      <Notice tone="care" title={`Handed over to ${name}`} loud>
        What became of it is not known here: {problemWords(fate.problem).message}
      </Notice>
    );
  if (fate.state === 'waiting')
    return (
      <Notice tone="plain" title={`Handed over to ${name}`} loud>
        No block has it yet. It is looked for until one has.
      </Notice>
    );
  const { block, isFinal, failed } = fate;
  if (failed)
    return (
      <Notice tone="danger" title={`It failed in block ${block} of ${name}`} loud>
        It paid its fee and did nothing else.
      </Notice>
    );
  return isFinal ? (
    <Notice tone="proven" title={`Final on ${name}`} loud>
      It is in block {block}, and nothing can take it out again.
    </Notice>
  ) : (
    <Notice tone="plain" title={`In block ${block} of ${name}`} loud>
      It is not final yet: a reorganization could still take it out.
    </Notice>
  );
}
