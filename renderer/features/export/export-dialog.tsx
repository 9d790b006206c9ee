import { useEffect, useState } from 'react';
import { RequestDialog } from '../../request/request-dialog.tsx';
import { Result } from '../../request/result.tsx';
import { isCompleted } from '../../request/running.tsx';
import { useRequest } from '../../request/use-request.ts';
import { closeDialog, type ExportedObject, openDialog } from '../../state/route.ts';
import './export.css';
import { Facts } from '../../ui/facts.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { acknowledgement } from '../../words/address.ts';
import { sentenceCase } from '../../words/labels.ts';
import { partsOf } from './exported-object.tsx';
import { useTargetPlace } from './target-place.tsx';

/** Asks the service for a private key or the words of a wallet, sealed to this machine's vault, and then opens it. */
export function ExportDialog({ of }: { readonly of: ExportedObject }) {
  const request = useRequest();
  const { flow } = request;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const parts = partsOf(of);
  const wanted = acknowledgement(parts.typed.text);
  const place = useTargetPlace();

  const review = () => void request.review(parts.operation, parts.parameters, place.beside);

  // An export that others complete later is opened by its button, so that no question comes unasked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step
  useEffect(() => {
    if (flow.step !== 'done' || !isCompleted(flow.submitted)) return;
    void parts.refresh?.start({});
    openDialog({ name: 'reveal', activityId: flow.submitted.activity.row.activityId });
  }, [flow.step]);

  return (
    <RequestDialog
      title={parts.title}
      request={request}
      carriable={false}
      onClose={closeDialog}
      onReview={() => {
        if (typed !== wanted) setProblem(`This is not the end of the ${parts.typed.name}. It ends in ${wanted}.`);
        else review();
      }}
      form={
        <>
          <Notice tone="care" title={parts.warning.title}>
            {parts.warning.text}
          </Notice>
          <Facts label={sentenceCase(of.kind)} facts={parts.facts} />
          {parts.isMany ? (
            <p className="soft">
              The service seals them to one key that {place.where} has. The vault opens them with no network,{' '}
              {parts.proof}
            </p>
          ) : (
            <p className="soft">
              The service seals it to a key that {place.where} has. The vault opens it with no network, {parts.proof}
            </p>
          )}
          {place.chooser}
          <div className="acknowledge">
            <TextField
              label={`Type the last six characters of the ${parts.typed.name}`}
              help="The last one opens the question."
              mono
              value={typed}
              maxLength={6}
              problem={problem}
              onChange={(event) => {
                const text = event.target.value;
                setTyped(text);
                setProblem(undefined);
                // The typed characters say it, so a click on Review would add nothing.
                if (text === wanted && typed !== wanted && flow.step === 'idle') review();
              }}
            />
          </div>
        </>
      }
      done={({ activity }) => <Result detail={activity} />}
    />
  );
}
