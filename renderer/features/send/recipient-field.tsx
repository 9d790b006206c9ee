import type { EndpointChain, KnownRecipient, RecipientFacts } from '../../../shared/model/index.ts';
import { RECIPIENT_CHOICES, recipientsFound } from '../../parts/recipient-choices.tsx';
import type { SigningAccount } from '../../state/route.ts';
import { WholeAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { groups, shorten } from '../../words/address.ts';
import { counted } from '../../words/number.ts';
import type { PaymentDraft } from './draft.ts';
import { useLink } from './use-link.ts';
import { useSettled } from './use-settled.ts';

interface RecipientFieldProps {
  readonly account: SigningAccount | null;
  readonly chain: EndpointChain;
  readonly token: string | null;
  readonly value: string;
  readonly facts: RecipientFacts | null;
  readonly problem: string | undefined;
  /** A link changes chain, asset, amount and memo as well. */
  readonly onChange: (change: Partial<PaymentDraft>) => void;
}

/**
 * The recipient: a pasted address, or one of the names that match what is typed. Takes payment links and pictures of QR
 * codes as well.
 */
export function RecipientField({ account, chain, token, value, facts, problem, onChange }: RecipientFieldProps) {
  const { notice, clear, ...intake } = useLink({ account, chain, token }, onChange);
  const write = (to: string) => {
    clear();
    onChange({ to });
  };
  const wanted = { chain, search: value.trim().slice(0, 200) };
  const { value: found } = useSettled('payments.recipients', wanted, chain);
  const rows = found?.rows ?? [];
  return (
    <div {...intake}>
      <Combobox<KnownRecipient>
        label="To"
        placeholder="Name, address or payment link"
        problem={notice?.isProblem === true ? notice.words : problem}
        items={rows}
        value={null}
        typed={value}
        onType={write}
        onOpen={() => undefined}
        onChoose={({ address }) => write(address)}
        isClosed={rows.length === 0 || facts?.address === value.trim()}
        status={recipientsFound(rows)}
        {...RECIPIENT_CHOICES}
      >
        {notice === null || notice.isProblem ? null : (
          <p className="field-help" role="status">
            <Visible text={notice.words} />
          </p>
        )}
        {facts?.address == null ? null : (
          <p className="field-help">
            <Visible text={recipientWords(facts)} />
          </p>
        )}
      </Combobox>
    </div>
  );
}

/** “Coinbase Prime, signed for 14 times” */
export function recipientWords({ label, own, times }: RecipientFacts): string {
  const name = label ?? (own ? 'An account of this organization' : 'Not in your address book');
  const relation = own
    ? ', your account'
    : times === 0
      ? ', never signed for'
      : `, signed for ${counted(times, 'time')}`;
  return `${name}${relation}.`;
}

interface LookalikeProps {
  readonly address: string;
  readonly alike: NonNullable<RecipientFacts['alike']>;
  readonly onUse: () => void;
  readonly onKeep: () => void;
}

/** Two addresses that read alike, under each other. The operator chooses one of them. */
export function Lookalike({ address, alike, onUse, onKeep }: LookalikeProps) {
  const name = alike.label ?? shorten(alike.address);
  const [pasted, known] = [groups(address), groups(alike.address)];
  const isSame = (index: number) => pasted[index]?.toLowerCase() === known[index]?.toLowerCase();
  const count = pasted.filter((_group, index) => !isSame(index)).length;
  return (
    <Notice tone="danger" title={`This is not “${name}”`} loud>
      <p>It reads like it. {counted(count, 'group')} of four characters differ.</p>
      <dl className="lookalike">
        <dt className="caption">Pasted address</dt>
        <dd className="whole-address mono">
          {pasted.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups are positions of one text
            <span key={index}>{isSame(index) ? group : <mark>{group}</mark>}</span>
          ))}
        </dd>
        <dt className="caption">
          <Visible text={alike.times === 0 ? name : `${name}, signed for ${counted(alike.times, 'time')}`} />
        </dt>
        <dd>
          <WholeAddress text={alike.address} />
        </dd>
      </dl>
      <div className="lookalike-choice">
        <Button onClick={onUse}>
          Use <Visible text={alike.label ?? 'the known address'} />
        </Button>
        <Button kind="quiet" onClick={onKeep}>
          Keep pasted address
        </Button>
      </div>
    </Notice>
  );
}
