import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from 'react';
import { type CheckedDelivery, MAXIMUM_DELIVERY } from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { call } from '../../bridge.ts';
import { worded } from '../../language/worded.ts';
import { ChooseFile } from '../../parts/choose-file.tsx';
import { Problem } from '../../parts/problem.tsx';
import { refusesSecret } from '../../parts/secret.ts';
import { tooLarge } from '../../parts/too-large.ts';
import { createDraft } from '../../state/draft.ts';
import { useGivenFile } from '../../state/given.ts';
import { openDialog, openInBench, useRoute } from '../../state/route.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { createWork } from '../../state/work.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Badge, Notice } from '../../ui/notice.tsx';
import { Empty, Place } from '../../ui/place.tsx';
import { say } from '../../ui/toasts.tsx';
import { Visible } from '../../ui/visible.tsx';
import { counted } from '../../words/number.ts';
import { timeOfDay } from '../../words/time.ts';
import { Verification } from './verification.tsx';

const listening = createWork('deliveries.listen');

interface Typed {
  readonly headers: string;
  /** The text of the body field. */
  readonly body: string;
  /** The exact bytes of a pasted or dropped body. Null for typed text. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly keys: 'service' | 'pasted';
  readonly keySet: string;
  /** Milliseconds, or empty for now. */
  readonly now: string;
  /** Minutes. */
  readonly age: string;
  readonly port: string;
}
const EMPTY: Typed = {
  headers: '',
  body: '',
  bytes: null,
  keys: 'service',
  keySet: '',
  now: '',
  age: '5',
  port: '8787',
};
const useBenchDraft = createDraft<Typed>(EMPTY);

const numberIn = (text: string): number | null => (/^\d{1,16}$/.test(text.trim()) ? Number(text) : null);

/** The text of a field, with the line ends of inputs. */
const shown = (text: string) => text.replaceAll('\r\n', '\n').replace(/^\ufeff/, '');

/** Verifies a delivery step by step: pasted, dropped or received. */
export function Bench({ title, views }: { readonly title: string; readonly views: ReactNode }) {
  const draft = useBenchDraft();
  const typed = draft.value;
  const deliveryId = useRoute((route) => route.benchDelivery);
  const [result, setResult] = useState<CheckedDelivery | null>(null);
  const change = (next: Partial<Typed>) => draft.set({ ...typed, ...next });
  const takeHeaders: TakeBytes = (bytes) => change({ headers: decoded(bytes) });
  const takeBody: TakeBytes = (bytes) => change({ body: shown(decoded(bytes)), bytes });
  const takeKeySet: TakeBytes = (bytes) => change({ keySet: decoded(bytes) });
  // A whole delivery begins with its headers, a body alone is JSON.
  useGivenFile('delivery', (file) =>
    takeBytes(file, (bytes) => (/^\s*[[{]/.test(decoded(bytes)) ? takeBody(bytes) : takeHeaders(bytes))),
  );
  const minutes = numberIn(typed.age);
  const port = numberIn(typed.port);
  const checking = useAction(async () => {
    // Beside a problem, an earlier verification would look like that of this delivery.
    setResult(null);
    const body = typed.bytes ?? (typed.body === '' ? null : utf8Encode(typed.body));
    setResult(
      await call('deliveries.check', {
        headers: typed.headers,
        body,
        deliveryId,
        keySet: typed.keys === 'service' ? null : typed.keySet,
        maximumAge: (minutes ?? 5) * 60_000,
        now: numberIn(typed.now),
      }),
    );
  });
  const { running, progress, problem } = listening.use();
  return (
    <Place
      title={title}
      tools={<div className="webhooks-views">{views}</div>}
      actions={
        <>
          <Button onClick={() => openDialog({ name: 'sign-delivery' })}>Sign test delivery…</Button>
          {running ? (
            <Button onClick={() => listening.cancel()}>Stop listening</Button>
          ) : (
            <Button
              disabled={port === null}
              onClick={() => void listening.start({ port: port ?? 0, maximumAge: (minutes ?? 5) * 60_000 })}
            >
              Listen on 127.0.0.1:{port ?? '…'}
            </Button>
          )}
        </>
      }
    >
      <form
        className="bench-input"
        aria-label="Received delivery"
        onSubmit={(event) => {
          event.preventDefault();
          void checking.run();
        }}
      >
        <h2>Received delivery</h2>
        {deliveryId === null ? null : (
          <p className="bench-record caption soft">
            Its body is compared with the service’s record.{' '}
            <Button kind="quiet" onClick={() => openInBench(null)}>
              Leave record
            </Button>
          </p>
        )}
        <TextArea
          label="Headers"
          help="Lines, curl -v, raw HTTP, a log or JSON, in any letter case."
          value={typed.headers}
          onChange={(event) => change({ headers: event.target.value })}
          onDrop={dropped(takeHeaders)}
        />
        <Choose what={worded('headers')} take={takeHeaders} />
        <TextArea
          label="Body, as the receiver read it"
          help={bodyHelp(typed)}
          value={typed.body}
          onChange={(event) => change({ body: event.target.value, bytes: null })}
          onPaste={(event) => pastedWhole(event, (text) => change({ body: shown(text), bytes: utf8Encode(text) }))}
          onDrop={dropped(takeBody)}
        />
        <Choose what={worded('body')} take={takeBody} />
        <SelectField
          label="Keys"
          value={typed.keys}
          choices={[
            { value: 'service', label: 'This service’s key set' },
            { value: 'pasted', label: 'A pasted key set' },
          ]}
          onChange={(keys) => change({ keys })}
        />
        {typed.keys === 'service' ? null : (
          <>
            <TextArea
              label="Key set"
              rows={3}
              value={typed.keySet}
              onChange={(event) => change({ keySet: event.target.value })}
              onDrop={dropped(takeKeySet)}
            />
            <Choose what={worded('key set')} take={takeKeySet} />
          </>
        )}
        <div className="bench-numbers">
          <TextField
            label="Check as of (ms)"
            placeholder="Now"
            inputMode="numeric"
            value={typed.now}
            onChange={(event) => change({ now: event.target.value })}
          />
          <TextField
            label="Oldest (min)"
            inputMode="numeric"
            value={typed.age}
            onChange={(event) => change({ age: event.target.value })}
          />
          <TextField
            label="Port"
            inputMode="numeric"
            value={typed.port}
            onChange={(event) => change({ port: event.target.value })}
          />
        </div>
        <Button
          kind="primary"
          large
          submit
          data-act="true"
          disabled={checking.busy || typed.headers.trim() === '' || minutes === null}
        >
          Verify delivery
        </Button>
        {problem === null || running ? null : <Problem error={problem} />}
        {running ? <Received url={progress?.url ?? ''} onShow={setResult} /> : null}
      </form>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="bench-result" aria-label="Verification" aria-live="polite" tabIndex={0}>
        {checking.problem === null ? null : <Problem error={checking.problem} />}
        {result === null ? (
          checking.problem === null ? (
            <Empty title="Paste a delivery, drop or choose its files, or start the listener." />
          ) : null
        ) : (
          <Verification checked={result} />
        )}
      </section>
    </Place>
  );
}

function bodyHelp({ body, bytes }: Typed): string {
  if (body === '' && bytes === null) return 'Empty when the headers above have it.';
  const length = (bytes ?? utf8Encode(body)).length;
  return `${counted(length, 'byte', 'bytes')}${bytes === null ? ', typed here' : ', exact'}`;
}

/** A paste into an empty or wholly selected field keeps its exact characters. Inputs change line ends. */
function pastedWhole(event: ClipboardEvent<HTMLTextAreaElement>, take: (text: string) => void): void {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const text = event.clipboardData.getData('text/plain');
  if (event.defaultPrevented || text === '' || selectionStart > 0 || selectionEnd < value.length) return;
  event.preventDefault();
  if (!refusesSecret(text, { pasted: true })) take(text);
}

const decoded = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

type TakeBytes = (bytes: Uint8Array<ArrayBuffer>) => void;

/** Takes the exact bytes of a file. Refuses with a message a file that is too large or holds a provable secret. */
function takeBytes(file: File, take: TakeBytes): void {
  if (file.size > MAXIMUM_DELIVERY) {
    say(tooLarge(MAXIMUM_DELIVERY), 'danger');
    return;
  }
  void file.arrayBuffer().then((buffer) => {
    const bytes = new Uint8Array(buffer);
    if (!refusesSecret(decoded(bytes), { pasted: false })) take(bytes);
  });
}

/** Takes the exact bytes of a dropped file. */
function dropped(take: TakeBytes): (event: DragEvent) => void {
  return (event) => {
    const file = event.dataTransfer.files[0];
    if (file === undefined) return;
    event.preventDefault();
    takeBytes(file, take);
  };
}

/** Chooses the file of a field. */
function Choose({ what, take }: { readonly what: string; readonly take: TakeBytes }) {
  return (
    <div>
      <ChooseFile
        use="delivery"
        label={`Choose ${what} file…`}
        onFiles={([file]) => file !== undefined && takeBytes(file, take)}
      />
    </div>
  );
}

/** The listener's address and its last deliveries. */
function Received({ url, onShow }: { readonly url: string; readonly onShow: (checked: CheckedDelivery) => void }) {
  const { answer } = useAnswer('deliveries.received', {}, 'deliveries.changed');
  const rows = answer?.rows ?? [];
  return (
    <section className="bench-received" aria-label="Received deliveries">
      <Notice tone="plain" title={`Listening on ${url}`}>
        {rows.length === 0 ? 'Nothing was received yet.' : 'Choose a delivery to see its verification.'}
      </Notice>
      <ul>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two deliveries may be the same in every member
          <li key={index}>
            <button type="button" className="bench-row" onClick={() => onShow(row)}>
              <span className="tabular soft">{timeOfDay(row.at)}</span>
              <span className="cut mono caption">
                <Visible text={row.signed?.eventId ?? 'no event id'} />
              </span>
              <Badge tone={row.failure === null ? 'proven' : 'danger'}>{row.failure ?? 'genuine'}</Badge>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
