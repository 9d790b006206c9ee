import type { ReactNode } from 'react';
import {
  type CheckedDelivery,
  DELIVERY_FAILURES,
  DELIVERY_STEPS,
  type DeliveryDifference,
  type DeliveryStep,
  durationText,
} from '../../../shared/model/index.ts';
import { deliveryPrefix, hexDecode } from '../../../shared/wire/index.ts';
import { sentence } from '../../language/sentence.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { count, counted } from '../../words/number.ts';

/** A receiver that verifies the raw body with the official client, before a parser reads it. */
// biome-ignore lint/complexity/noUselessStringRaw: texts with this tag are not translated
const EXAMPLE = String.raw`import { verifyTurnkeyWebhookSignature } from '@turnkey/crypto';
import express from 'express';

// No JSON parser may come before express.raw, because the signature is over the raw bytes.
app.post('/hooks', express.raw({ type: 'application/json' }), (request, response) => {
  const { ok } = verifyTurnkeyWebhookSignature({
    headers: request.headers,
    body: request.body,
    verificationKeys,
    maxTimestampAgeMs: 300_000,
  });
  if (ok) take(JSON.parse(request.body.toString()));
  response.sendStatus(ok ? 204 : 401);
});
`;

type Words = (checked: CheckedDelivery) => string;

const ageOf = ({ at, signed }: CheckedDelivery) => Math.abs(at - Number(signed?.timestamp));

/** Each step with its value. A value is shown once its step was reached. */
const STEPS: Readonly<Record<DeliveryStep, { readonly label: string; readonly value: Words }>> = {
  headers: { label: 'Six headers are present', value: ({ headerName }) => headerName ?? 'Names in any letter case' },
  time: {
    label: 'Time is fresh',
    value: (checked) =>
      Number.isFinite(ageOf(checked))
        ? `${durationText(ageOf(checked))} apart, at most ${durationText(checked.maximumAge)}`
        : (checked.signed?.timestamp ?? ''),
  },
  version: { label: 'Version is v1', value: ({ signed }) => signed?.version ?? '' },
  algorithm: { label: 'Algorithm is ed25519', value: ({ signed }) => signed?.algorithm ?? '' },
  known: { label: 'Key is known', value: ({ signed }) => signed?.keyId ?? '' },
  usable: { label: 'Key is an Ed25519 signing key', value: () => '32 bytes' },
  signature: { label: 'Signature fits the bytes', value: ({ body }) => counted(body.length, 'byte', 'bytes') },
};

/** The outcome of a verification in words, its steps in their order, and the first differing byte. */
export function Verification({ checked }: { readonly checked: CheckedDelivery }) {
  const { failure, difference, message, repeated, signed } = checked;
  const failed = failure === null ? DELIVERY_STEPS.length : DELIVERY_STEPS.indexOf(DELIVERY_FAILURES[failure].step);
  return (
    <>
      <div className="bench-headline">
        <h2>{headlineOf(checked)}</h2>
        <p className="soft">
          {failure === null
            ? `All ${DELIVERY_STEPS.length} steps passed.`
            : `Step ${failed + 1} of ${DELIVERY_STEPS.length} fails.`}
          {difference === null
            ? ''
            : ` The first differing byte is ${count(difference.at)}: ${bytesWords(difference)}.`}
        </p>
      </div>
      {repeated ? (
        <Notice tone="care" title="It was received before">
          A delivery of this event id was accepted earlier. It is a retry, a replay by the service, or an attack.
        </Notice>
      ) : null}
      <ol className="bench-steps">
        {DELIVERY_STEPS.map((step, index) => (
          <Step
            key={step}
            checked={checked}
            step={step}
            state={index < failed ? 'passed' : index === failed ? 'failed' : 'open'}
          />
        ))}
      </ol>
      {difference === null ? null : <Difference difference={difference} signed={signed} />}
      {failure === null ? null : (
        <Notice
          tone={difference === null ? 'danger' : 'plain'}
          title={failure}
          action={difference === null ? undefined : <CopyButton what="Example" text={EXAMPLE} />}
        >
          {sentence(message)}
        </Notice>
      )}
    </>
  );
}

function headlineOf({ failure, difference }: CheckedDelivery): string {
  if (failure === null) return 'This delivery is genuine';
  if (difference !== null) return 'The body was changed before it was checked';
  return sentence(DELIVERY_FAILURES[failure].text).replace(/[.:].*$/, '');
}

interface StepProps {
  readonly checked: CheckedDelivery;
  readonly step: DeliveryStep;
  readonly state: 'passed' | 'failed' | 'open';
}

const SIGNS = { passed: 'check', failed: 'close', open: 'more' } as const;
const STATE_WORDS = { passed: 'Passed: ', failed: 'Failed: ', open: 'Not checked: ' } as const;

function Step({ checked, step, state }: StepProps) {
  const { label, value } = STEPS[step];
  return (
    <li className="bench-step" data-state={state}>
      <Icon name={SIGNS[state]} />
      <span>
        <span className="visually-hidden">{STATE_WORDS[state]}</span>
        {label}
      </span>
      <span className="soft cut">{state === 'open' ? 'not checked' : <Visible text={value(checked)} />}</span>
    </li>
  );
}

const byteAt = (hex: string, at: number) => hex.slice(2 * at, 2 * at + 2);

function bytesWords({ at, from, sent, received }: DeliveryDifference): string {
  const named = (hex: string) => byteAt(hex, at - from) || 'nothing more';
  return `the sender signed ${named(sent)}, the receiver checked ${named(received)}`;
}

/** Both bodies around the first differing byte, as text and as hex. */
function Difference({
  difference,
  signed,
}: Pick<CheckedDelivery, 'signed'> & { readonly difference: DeliveryDifference }) {
  const { at, sent, received, sentLength, receivedLength } = difference;
  return (
    <div className="bench-difference">
      <header>
        <h3>First differing byte</h3>
        <span className="caption soft tabular">
          byte {count(at)} of {count(sentLength)} sent, {count(receivedLength)} received
        </span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="bench-bytes mono" tabIndex={0} aria-label="First differing byte">
        {signed === null ? null : (
          <>
            <span className="soft">Prefix</span>
            <span className="bench-text soft">
              <Visible text={deliveryPrefix(signed)} />
            </span>
          </>
        )}
        <Excerpt label="Sent" hex={sent} difference={difference} />
        <Excerpt label="Received" hex={received} difference={difference} />
      </section>
    </div>
  );
}

interface ExcerptProps {
  readonly label: string;
  readonly hex: string;
  readonly difference: DeliveryDifference;
}

/** Signs for white space, so that a difference in it can be seen. */
const SPACES: Readonly<Record<number, string>> = { 9: '⇥', 10: '↵', 13: '␍', 32: '·' };

function Excerpt({ label, hex, difference: { at, from } }: ExcerptProps) {
  const bytes = [...hexDecode(hex)];
  const marked = (draw: (byte: number) => string): ReactNode =>
    bytes.map((byte, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: bytes are positions of one text
      index === at - from ? <mark key={index}>{draw(byte)}</mark> : <span key={index}>{draw(byte)}</span>,
    );
  const end = bytes.length <= at - from ? <mark>end</mark> : null;
  return (
    <>
      <span className="soft">{label}</span>
      <span className="bench-text">
        {marked((byte) => SPACES[byte] ?? (byte > 32 && byte < 127 ? String.fromCharCode(byte) : '�'))}
        {end}
      </span>
      <span />
      <span className="bench-hex soft">{marked((byte) => byte.toString(16).padStart(2, '0'))}</span>
    </>
  );
}
