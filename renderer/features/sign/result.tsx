import type { ReactNode } from 'react';
import type { SignatureProof } from '../../../shared/model/index.ts';
import { Value } from '../../meaning/value.tsx';
import { CopyButton, CopyIcon, copiedFact } from '../../parts/copy.tsx';
import type { Submitted } from '../../request/flow.ts';
import { isCompleted, NotCompleted } from '../../request/running.tsx';
import { go } from '../../state/route.ts';
import { WholeAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { BytesPane } from '../../ui/bytes-pane.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { hexByteLength } from '../../words/hex.ts';
import { counted } from '../../words/number.ts';
import { Broadcast } from './broadcast.tsx';
import { base64Of, signatureForms } from './signature-forms.ts';

interface SignResultProps {
  readonly submitted: Submitted;
  readonly onAgain: () => void;
}

/** What came back, what was checked about it on this machine, and where to go from here. */
export function SignResult({ submitted, onAgain }: SignResultProps) {
  const { activity, signature } = submitted;
  const outcome = isCompleted(submitted) ? outcomeOf(submitted) : null;
  if (outcome === null) {
    return (
      <div className="sign-result">
        <NotCompleted submitted={submitted} />
        <Button onClick={onAgain}>Sign another</Button>
      </div>
    );
  }
  return (
    <div className="sign-result">
      <h2>Signed</h2>
      {signature === null ? (
        <Notice tone="care" title="Not verified on this machine">
          Castellan does not know how to check this signature. Check it before you rely on it.
        </Notice>
      ) : (
        <Notice tone="proven" title="Verified on this machine">
          <p>
            {signature.compared.length === 0
              ? null
              : `${counted(signature.compared.length, 'field')} compared with what you confirmed. `}
            Signed by <WholeAddress text={signature.address} />
          </p>
        </Notice>
      )}
      <div className="sign-actions">
        <CopyButton what={outcome.what} text={outcome.text} />
        <Button onClick={() => go('activities', { activityId: activity.row.activityId })}>Show activity</Button>
        <Button onClick={onAgain}>Sign another</Button>
      </div>
      {outcome.sent}
      {outcome.shown}
      {signature === null ? null : <Facts label="Checked" titled facts={checkedFacts(signature)} />}
    </div>
  );
}

interface Outcome {
  /** What the copy button calls it. */
  readonly what: string;
  readonly text: string;
  readonly shown: ReactNode;
  /** A way to hand it to its chain. */
  readonly sent?: ReactNode;
}

/** What came back, or null for an activity that signs nothing. */
function outcomeOf({ signed, signature }: Submitted): Outcome | null {
  if (signed === null) return null;
  if (signed.kind === 'transaction') {
    const { signedTransaction: transaction } = signed;
    const id = signature?.transactionId ?? null;
    return {
      what: 'Signed transaction',
      text: transaction,
      sent: signature === null ? null : <Broadcast transaction={transaction} proof={signature} />,
      shown: (
        <>
          <Facts
            label="Signed transaction"
            facts={[...(id === null ? [] : [copiedFact('Transaction id', id)]), base64Fact(base64Of(transaction))]}
          />
          <BytesPane
            label="Signed transaction"
            text={transaction}
            note={counted(hexByteLength(transaction) ?? 0, 'byte')}
          />
        </>
      ),
    };
  }
  const { signatures } = signed;
  const facts = signatures.flatMap((parts, index) =>
    [...Object.entries(parts), ...signatureForms(parts, signature?.scheme ?? null)].map(([name, text]) => ({
      ...copiedFact(name, text),
      group: signatures.length === 1 ? undefined : `Signature ${index + 1}`,
    })),
  );
  const what = signatures.length === 1 ? 'Signature' : 'Signatures';
  // Each as it comes from the service: r, s and v as one hex text.
  const text = signatures.map(({ r, s, v }) => `${r}${s}${v}`).join('\n');
  return { what, text, shown: <Facts label={what} titled facts={facts} /> };
}

/** Its beginning where it is long: all of it is for machines, and copied. */
const base64Fact = (text: string): Fact => ({
  label: 'Base64',
  value: (
    <div className="fact-copy">
      <div>
        <Value text={text} kind="bytes" />
      </div>
      <CopyIcon what="Base64" text={text} />
    </div>
  ),
});

function checkedFacts({ scheme, signed, publicKey }: SignatureProof): Fact[] {
  return [
    { label: 'Scheme', value: scheme },
    { label: 'Public key', value: <WholeAddress text={publicKey} /> },
    ...signed.map((text, index) => ({
      label: signed.length === 1 ? 'Bytes signed' : `Bytes signed, ${index + 1}`,
      value: <Value text={text} kind="bytes" />,
    })),
  ];
}
