import { LIMITS } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { utf8Decode } from '../../../shared/wire/index.ts';
import { resultOf } from '../../client/index.ts';
import { type KeySource, readDelivery } from '../../engine/index.ts';
import { command, type ValueOption } from '../define.ts';
import { EXIT, exitCodeOfStatus, usage } from '../exit-codes.ts';
import { parseJsonObject, plainText, readFileBytes } from '../files.ts';
import { untilAborted } from '../input.ts';
import { jsonLoss } from '../json-loss.ts';
import { PORT, PROFILE, portOf, wholeNumber } from '../options.ts';
import { conclude, submitPrepared } from '../submit.ts';

/** The age that the interface suggests, in seconds (docs/protocol.md#limits). */
const USUAL_AGE = 300;

const KEYS = { hint: 'FILE|URL', summary: 'JSON Web Key Set of the service (RFC 7517)' };
const AGE = {
  hint: 'SECONDS',
  summary: `how far from now the timestamp may be, either way; ${USUAL_AGE} when absent`,
} as const satisfies ValueOption;

const verify = command({
  name: 'webhook verify',
  summary: 'verifies a delivery of the service and names the failed step',
  options: {
    headers: {
      hint: 'FILE',
      required: true,
      summary: 'file with the headers: `Name: value` lines, output of `curl -v`, a log, or JSON',
    },
    body: { hint: 'FILE', required: true, summary: 'file with the raw body, byte for byte' },
    jwks: { ...KEYS, required: true },
    'max-age': AGE,
    now: { hint: 'MS', summary: 'time to compare the timestamp with, in milliseconds since 1970; now when absent' },
  },
  notes: [
    'Prints {"ok":true,"eventId","keyId","timestampMs",…}, or {"ok":false,"reason","message",…} and exits with 1.',
    'Headers named X-Service-… and X-Turnkey-… are read alike.',
  ],
  examples: [
    'castellan webhook verify --headers headers.txt --body body.bin --jwks https://api.example.com/.well-known/jwks.json',
  ],
  async run({ options }, context) {
    const { headers } = readDelivery(
      plainText(await readFileBytes(options.headers, LIMITS.body, 'The file'), `The file ${options.headers}`),
    );
    const body = await readFileBytes(options.body, LIMITS.body, 'The file');
    const now = timeOf(options.now);
    const checking = { source: await sourceOf(options.jwks), maximumAge: ageOf(options['max-age']), now };
    const engine = await context.engine();
    const verdict = await engine.deliveries.verify({ headers, body }, checking);
    await context.print(verdict);
    return verdict.ok ? undefined : EXIT.failed;
  },
});

const listen = command({
  name: 'webhook listen',
  summary: 'receives deliveries on loopback and verifies each, until SIGTERM',
  options: {
    port: PORT,
    jwks: { ...KEYS, summary: `${KEYS.summary}; of the profile's service when absent` },
    profile: PROFILE,
    'max-age': AGE,
  },
  notes: [
    'Prints {"ready":true,"url"} and then one line of JSON for each delivery. Its body is JSON, or base64 when reading it as JSON would lose something.',
    'A verified delivery is answered with 200, another with 401, one whose key could not be fetched with 503.',
  ],
  examples: ['castellan webhook listen --port 8080'],
  async run({ options }, context) {
    const port = portOf(options.port, 'port');
    const maximumAge = ageOf(options['max-age']);
    const engine = await context.engine();
    const source =
      options.jwks === undefined ? { profile: engine.profiles.get(options.profile) } : await sourceOf(options.jwks);
    const listening = await engine.deliveries.listen({
      source,
      maximumAge,
      port,
      onDelivery: ({ delivery, verdict, repeated }) =>
        void context.printLine({ ...verdict, ...(repeated ? { repeated } : {}), body: readable(delivery.body) }),
    });
    context.onEnd(() => listening.close());
    await context.printLine({ ready: true, url: listening.url });
    // Only the signal ends this wait.
    await untilAborted(new Promise<never>(() => undefined), context.signal).catch(() => undefined);
    return undefined;
  },
});

const test = command({
  name: 'webhook test',
  summary: 'sends a signed test event to a webhook endpoint and shows the response',
  arguments: [{ name: 'ENDPOINT', summary: 'id of the webhook endpoint', required: true }],
  options: { profile: PROFILE },
  notes: [
    'Prints {"deliveryId","attempts"} with the time, outcome and failed step of the attempt. Exits with 1 when the receiver did not accept it.',
    'The local service sends the test once, after earlier deliveries that wait. The public service has no test deliveries.',
  ],
  examples: ['castellan webhook test 7d3f9a52-6c1b-4e0d-8a4f-2b5c9e1d3f60'],
  async run({ arguments: [endpointId = ''], options }, context) {
    const engine = await context.engine();
    const profile = engine.profiles.get(options.profile);
    const { name } = OPERATIONS.send_test_webhook_delivery;
    const submitted = await submitPrepared(
      await engine.requests.prepare(name, { endpointId }, { profile }),
      0,
      context,
    );
    if (exitCodeOfStatus(submitted.activity.status) !== EXIT.done) return conclude(submitted, context);
    const { deliveryId } = resultOf(OPERATIONS.send_test_webhook_delivery, submitted.activity);
    const attempts = await engine.webhooks.firstTry(profile, deliveryId, context.signal);
    await context.print({ deliveryId, attempts });
    if (attempts.length === 0)
      await context.say(
        'No attempt was made yet, because earlier deliveries wait. `castellan call list_webhook_attempts` shows it later.',
      );
    return attempts.some(({ failedStep }) => failedStep === null) ? undefined : EXIT.failed;
  },
});

export const WEBHOOK_COMMANDS = [verify, listen, test];

/** Returns the source of the key set: an address, or the JSON of a file. Throws FILE_REFUSED and INVALID_INPUT. */
async function sourceOf(place: string): Promise<KeySource> {
  if (/^https?:/i.test(place)) return { url: place };
  return { document: parseJsonObject(await readFileBytes(place, LIMITS.body, 'The file'), `The file ${place}`) };
}

/** Returns the maximum age in milliseconds. Throws USAGE. */
function ageOf(text: string | undefined): number {
  return wholeNumber(text, 'max-age', USUAL_AGE, 10 * 365 * 86_400) * 1000;
}

/**
 * Returns the time in `--now` as milliseconds since the epoch, or null for the clock's time when it is absent. Throws
 * USAGE.
 */
function timeOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw usage(
    '--now is not a number of milliseconds since 1970. Nothing was verified. Give one such as 1700000000000.',
  );
}

/**
 * Returns the value of a JSON body. Returns `{ base64 }` for another body, and for JSON whose digits, duplicate members or
 * depth the printed line could not keep.
 */
function readable(body: Uint8Array): unknown {
  const base64 = Buffer.from(body).toString('base64');
  try {
    const text = utf8Decode(body);
    const value: unknown = JSON.parse(text);
    return jsonLoss(text) === null ? value : { base64 };
  } catch {
    return { base64 };
  }
}
