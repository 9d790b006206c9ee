import { useState } from 'react';
import { RequestDialog } from '../../request/request-dialog.tsx';
import { useRequest } from '../../request/use-request.ts';
import { closeDialog } from '../../state/route.ts';
import { Segments } from '../../ui/choices.tsx';

const VOTES = [
  { value: 'approve_activity', label: 'Approve' },
  { value: 'reject_activity', label: 'Reject' },
] as const;

/**
 * A vote on the activity with that fingerprint. Main's own window shows the activity from the bytes that hash to the
 * fingerprint.
 */
export function VoteDialog({ fingerprint }: { readonly fingerprint: string }) {
  const [vote, setVote] = useState<(typeof VOTES)[number]['value']>('approve_activity');
  const request = useRequest();
  return (
    <RequestDialog
      title="Vote"
      request={request}
      form={
        <>
          <Segments label="Your vote" value={vote} choices={VOTES} onChange={setVote} />
          <p className="soft">
            Castellan’s confirmation window shows what you {vote === 'approve_activity' ? 'approve' : 'reject'}, from
            the bytes that were stamped. Nothing is sent before you sign there.
          </p>
        </>
      }
      onReview={() => void request.review(vote, { fingerprint })}
      done={() => <p>Your vote was the last that it needed: the service carried it out.</p>}
      onClose={closeDialog}
    />
  );
}
