import { LIMITS } from '../../../shared/model/index.ts';
import { memberRows, OPERATIONS, type Operation, requireOperation } from '../../../shared/operations/index.ts';
import { LIVES_MINUTES, livenessOf } from '../../../shared/words/index.ts';
import { QR, QR_NOTE, readCarried, writeCarried } from '../carried.ts';
import type { CommandContext } from '../context.ts';
import { type CommandInput, command, type OptionTable } from '../define.ts';
import { EXIT, usage } from '../exit-codes.ts';
import { parseJsonObject, readFileBytes, requireNewFile } from '../files.ts';
import { columns, paragraph } from '../layout.ts';
import { unknownMembers } from '../members.ts';
import { CONFIRM, DRY_RUN, PIN_FILE, PROFILE, WAIT, waitMilliseconds } from '../options.ts';
import { requireSoundExpressions } from '../policy-file.ts';
import { reportFailures, submitAndFollow } from '../submit.ts';
import { usageText } from '../usage-text.ts';

const OPTIONS = {
  profile: PROFILE,
  json: { hint: 'TEXT', summary: 'parameters of an activity, or body of a query, as JSON' },
  file: { hint: 'FILE', summary: 'file with that JSON' },
  wait: WAIT,
  'dry-run': DRY_RUN,
  'to-stamp': {
    hint: 'FILE',
    summary: 'write the request to a new file for another machine to stamp; nothing is sent',
  },
  qr: { ...QR, summary: `with --to-stamp: ${QR.summary}` },
  confirm: CONFIRM,
  'pin-file': PIN_FILE,
  'hex-is-no-key': { flag: true, summary: 'states that 64 hexadecimal digits in the JSON are not a private key' },
} as const satisfies OptionTable;

export const call = command({
  name: 'call',
  summary: 'calls an operation of the service',
  arguments: [
    {
      name: 'OPERATION',
      summary: 'name of the operation, from the list below',
      required: true,
      completes: 'operations',
    },
    { name: '-', summary: 'read the JSON from stdin' },
  ],
  options: OPTIONS,
  notes: [
    '`castellan call OPERATION --help` shows the JSON that an operation takes.',
    '`--json TEXT` is the input here. For JSON on a terminal, write `castellan --json call …`.',
    'The envelope of an activity (type, timestampMs, organizationId) and the organizationId of a query are added.',
    `Operations: ${Object.keys(OPERATIONS).join(', ')}.`,
    'Castellan refuses JSON with a private key or recovery phrase in it, and keeps none of it.',
    'Ctrl-C stops waiting and reports whether the request was sent.',
  ],
  examples: [
    'castellan call whoami',
    'castellan call create_wallet --file wallet.json --wait 60',
    'castellan call create_policy --file policy.json --dry-run',
    'castellan --json call list_wallets',
  ],
  about: (name, width) => describe(requireOperation(name), width),
  async run(input, context) {
    const { options } = input;
    const operation = requireOperation(input.arguments[0] ?? '');
    const milliseconds = waitMilliseconds(options.wait);
    const json = await readParameters(input, operation, context);
    for (const line of unknownMembers(operation, json)) await context.say(line);
    // With --confirm, a person reads the faults and decides: another service may know a newer language.
    if (operation.kind === 'activity' && !options.confirm) requireSoundExpressions(json);
    context.confirming = options.confirm;
    context.pinFile = options['pin-file'] ?? null;
    if (options.qr && options['to-stamp'] === undefined)
      throw usage('--qr is for --to-stamp. Nothing was sent. Add --to-stamp FOLDER, or leave --qr out.');
    if (options['to-stamp'] !== undefined) {
      if (options['dry-run'] || operation.kind !== 'activity')
        throw usage('--to-stamp is for one activity, without --dry-run. Nothing was composed. Leave one of them out.');
      requireNewFile(options['to-stamp'], 'Nothing was composed.');
    }
    const engine = await context.engine();
    const hexIsNoKey = options['hex-is-no-key'];
    const asking = { profile: engine.profiles.get(options.profile), signal: context.signal, hexIsNoKey };
    if (operation.kind !== 'activity' && !options['dry-run']) {
      const answer = await engine.queries.run(operation.name, json, asking);
      const isUsage = operation.name === 'list_velocity_usage' && !context.json;
      await context.print(answer, isUsage ? usageText(answer, context.width) : undefined);
      await reportFailures(answer, context);
      return EXIT.done;
    }
    const out = options['to-stamp'];
    if (out !== undefined) {
      const text = await engine.carried.compose(operation.name, json, asking);
      await writeCarried(out, text, options.qr);
      await context.print({ out, livesMinutes: LIVES_MINUTES });
      return undefined;
    }
    const prepared = await engine.requests.prepare(operation.name, json, asking);
    if (options['dry-run']) {
      const { requestId } = prepared;
      try {
        await context.print(await engine.requests.dryRun(requestId));
      } finally {
        await engine.requests.discard(requestId);
      }
      return undefined;
    }
    return submitAndFollow(prepared, milliseconds, context);
  },
});

export const stamp = command({
  name: 'stamp',
  summary: 'stamps the body on stdin, or a request that another machine composed',
  arguments: [{ name: 'FILE', summary: 'the container of `call OPERATION --to-stamp`, instead of stdin' }],
  options: {
    profile: PROFILE,
    out: { hint: 'FILE', summary: 'new file for the stamped request, with FILE' },
    qr: { ...QR, summary: `with --out: ${QR.summary}` },
    fingerprint: { hint: 'sha256:…', summary: 'confirms the request in FILE with this fingerprint, instead of asking' },
    credential: { hint: 'ID', summary: 'key to stamp with instead of the profile’s own' },
    'pin-file': PIN_FILE,
  },
  notes: [
    'Prints {"header","value"}. Every stamp is in the audit log.',
    'With FILE it shows what the request does and asks first. `castellan send` sends the result on the other machine.',
    QR_NOTE,
    'Without a terminal it needs --fingerprint. A request of unknown effect is stamped only on a terminal.',
    `The time in a request cannot be changed. The service takes it for ${LIVES_MINUTES} minutes.`,
  ],
  examples: ['castellan stamp < body.json', 'castellan stamp request.castellan --out stamped.castellan'],
  async run({ arguments: [file], options }, context) {
    context.pinFile = options['pin-file'] ?? null;
    if (file !== undefined) return stampContainer(file, options, context);
    if (options.out !== undefined || options.fingerprint !== undefined || options.qr)
      throw usage(
        '--out, --qr and --fingerprint are for a request in a file. Nothing was stamped. Give the file, or leave them out.',
      );
    const engine = await context.engine();
    const body = await context.input.readAll(LIMITS.body, 'The body on stdin');
    const profile = engine.profiles.get(options.profile);
    const { name, value } = await engine.requests.stamp(body, { profile, credentialId: options.credential });
    await context.print({ header: name, value });
    return undefined;
  },
});

async function stampContainer(
  file: string,
  {
    out,
    profile: name,
    credential,
    fingerprint,
    qr,
  }: { readonly [Name in 'out' | 'profile' | 'credential' | 'fingerprint']: string | undefined } & {
    readonly qr: boolean;
  },
  context: CommandContext,
): Promise<undefined> {
  if (out === undefined || credential !== undefined)
    throw usage(
      'A request in a file is stamped with the profile’s own key, into a new file. Nothing was stamped. Give --out, and leave --credential out.',
    );
  requireNewFile(out, 'Nothing was stamped.');
  const text = await readCarried(file, 'The request', context);
  if (fingerprint === undefined && context.input.isTerminal()) context.confirming = true;
  else context.stated = fingerprint ?? '';
  const engine = await context.engine();
  const { text: stamped, madeAt } = await engine.carried.stamp(text, engine.profiles.get(name), context.signal);
  await writeCarried(out, stamped, qr);
  await context.say(livenessOf(madeAt, context.host.now()));
  await context.print({ out });
  return undefined;
}

/** Returns the help of an operation: its summary, every member of its JSON except those added to it, and an example. */
function describe(operation: Operation, width: number): string {
  const { name, summary } = operation;
  const isActivity = operation.kind === 'activity';
  const schema = operation.kind === 'discovery' ? null : isActivity ? operation.parameters : operation.request;
  const rows =
    schema === null
      ? []
      : memberRows(schema, (value) => value)
          .filter(({ path }) => path !== 'organizationId')
          .map(({ path, title, type }) => [path, `${title}: ${type}`] as const);
  const head = `${paragraph(summary, '', width)}\nUsage\n  castellan call ${name}`;
  if (rows.length === 0 || operation.kind === 'discovery') return `${head}\n`;
  const example = JSON.stringify(isActivity ? operation.example.parameters : operation.example.request);
  return `${head} --json TEXT\n\nMembers of the JSON\n${columns(rows, width)}\nExample\n  ${example}\n`;
}

async function readParameters(
  { options, arguments: [, dash] }: CommandInput<typeof OPTIONS>,
  operation: Operation,
  context: CommandContext,
): Promise<Record<string, unknown>> {
  if (dash !== undefined && dash !== '-')
    throw usage(
      'The second argument of `call` can only be `-`, for JSON on stdin. Nothing was sent. Give JSON with --json, or a file with --file.',
    );
  const sources = [options.json, options.file, dash].filter((source) => source !== undefined);
  if (sources.length > 1)
    throw usage(
      'The JSON was given more than once. Nothing was sent. Give it with --json, with --file or on stdin (`-`).',
    );
  if (sources.length > 0 && operation.kind === 'discovery') {
    throw usage(
      `${operation.name} takes no JSON, because its document is public. Nothing was sent. Leave the JSON out.`,
    );
  }
  if (options.json !== undefined) return parseJsonObject(options.json, 'The text of --json');
  if (options.file !== undefined) {
    return parseJsonObject(await readFileBytes(options.file, LIMITS.body, 'The file'), `The file ${options.file}`);
  }
  return dash === '-'
    ? parseJsonObject(await context.input.readAll(LIMITS.body, 'The JSON on stdin'), 'The JSON on stdin')
    : {};
}
