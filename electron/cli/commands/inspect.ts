import { type ContractInterface, LIMITS, PAYLOAD_ENCODINGS, TRANSACTION_TYPES } from '../../../shared/model/index.ts';
import type { InputOf, VaultMessages } from '../../../shared/processes/index.ts';
import { utf8Decode, visibleText } from '../../../shared/wire/index.ts';
import { bytesOf, type Contents, hexOf, writtenOut } from '../contents.ts';
import type { CommandContext } from '../context.ts';
import { command } from '../define.ts';
import { readInterfaceText } from '../descriptor-file.ts';
import { EXIT, usage } from '../exit-codes.ts';
import { meaningLines } from '../meaning-text.ts';
import { uncompressedKey } from '../options.ts';

const TEXT = { flag: true, summary: 'prints text for people even if stdout is not a terminal' } as const;
const SIGN_WITH = {
  hint: 'ADDRESS',
  summary: 'address that would sign, to recognise the payer and its change',
} as const;
const INTERFACE = {
  interface: {
    hint: 'FILE',
    summary: 'file with the ABI or the ERC-7730 descriptor of the contract in --contract',
  },
  contract: { hint: 'CHAIN:ADDRESS', summary: 'the contract, for example eip155:1:0x…; needs --interface' },
} as const;
const CONTRACT = /^(eip155:[1-9]\d{0,15}):(0x[0-9a-fA-F]{40})$/;
const NOTE =
  'Works offline with the address book and the described contracts of this machine. "naming" lists the known addresses. Without a state folder, none is created. Undecodable input has "judged":"unreadable" and exits with 1. "raw" has all unexplained bytes.';

const transaction = command({
  name: 'inspect transaction',
  summary: 'explains an unsigned transaction; reads hexadecimal text from stdin',
  options: {
    type: {
      hint: 'TRANSACTION_TYPE_X',
      choices: TRANSACTION_TYPES,
      required: true,
      summary: 'type of the transaction',
    },
    'sign-with': SIGN_WITH,
    ...INTERFACE,
    text: TEXT,
  },
  notes: [NOTE],
  examples: ['castellan inspect transaction --type TRANSACTION_TYPE_ETHEREUM < transaction.hex'],
  run: ({ options: { type, 'sign-with': signWith = null, ...rest } }, context) =>
    explain({ kind: 'transaction', type, signWith, atMs: context.host.now() }, rest, context),
});

const payload = command({
  name: 'inspect payload',
  summary: 'explains a payload to sign; reads it from stdin',
  options: {
    encoding: {
      hint: 'PAYLOAD_ENCODING_X',
      choices: PAYLOAD_ENCODINGS,
      required: true,
      summary: 'encoding of the payload',
    },
    'sign-with': SIGN_WITH,
    ...INTERFACE,
    text: TEXT,
  },
  notes: [NOTE, 'With PAYLOAD_ENCODING_TEXT_UTF8 every byte counts, including a final line break.'],
  examples: ['castellan inspect payload --encoding PAYLOAD_ENCODING_EIP712 < typed-data.json'],
  run: ({ options: { encoding, 'sign-with': signWith = null, ...rest } }, context) =>
    explain({ kind: 'payload', encoding, signWith, atMs: context.host.now() }, rest, context),
});

const bundle = command({
  name: 'inspect bundle',
  summary: 'shows the public parts of an export, import or credential bundle without opening it; reads it from stdin',
  options: {
    'signer-key': {
      hint: 'HEX',
      summary: 'public key that must have signed the bundle; without it no signature is checked',
    },
    text: TEXT,
  },
  notes: [NOTE, 'If the given key did not sign the bundle, it exits with 1 too.'],
  examples: ['castellan inspect bundle < bundle.json'],
  async run({ options: { text, 'signer-key': given } }, context) {
    const signerKey = given === undefined ? null : uncompressedKey(given, 'signer-key', 'Nothing was read.');
    return explain({ kind: 'bundle', signerKey }, { text }, context);
  },
});

const activity = command({
  name: 'inspect activity',
  summary: 'explains an activity: the body of a request or the response of a service; reads JSON from stdin',
  options: { ...INTERFACE, text: TEXT },
  notes: [NOTE],
  examples: ['castellan inspect activity --text < activity.json'],
  run: ({ options }, context) => explain({ kind: 'activity' }, options, context),
});

export const INSPECT_COMMANDS = [transaction, payload, bundle, activity];

interface ExplainOptions {
  readonly text: boolean;
  readonly interface?: string | undefined;
  readonly contract?: string | undefined;
}

async function explain(
  as: InputOf<VaultMessages, 'inspect'>['as'],
  { text: asText, interface: file, contract }: ExplainOptions,
  context: CommandContext,
): Promise<number | undefined> {
  const interfaces = await interfacesIn(file, contract, context);
  const bytes = await context.input.readAll(LIMITS.body, `The ${as.kind} on stdin`);
  if (bytes.length === 0)
    throw usage(`\`inspect ${as.kind}\` reads stdin, which was empty. Nothing was shown. Pipe the ${as.kind} into it.`);
  const inspection = await context.inspection();
  const { description, naming } = await inspection.inspect({ bytes, as, interfaces });
  const contents = contentsOf(as, bytes);
  const isWhole = description.judged === 'whole' && (description.decoded?.unexplained ?? []).length === 0;
  if (context.json && !asText)
    await context.print({
      ...description,
      ...(naming === null ? {} : { naming }),
      ...(isWhole ? {} : { raw: hexOf(contents) }),
    });
  else {
    // Places count in the signed content. An activity contains it, and a bundle signs nothing.
    const isSigned = as.kind === 'transaction' || as.kind === 'payload';
    const lines = meaningLines(description, naming, isSigned ? contents : null);
    if (!isSigned && !isWhole) lines.push(`  all of it: ${writtenOut(contents.bytes)}`);
    await context.host.stdout(visibleText(`${lines.join('\n')}\n`, true));
  }
  return description.judged === 'unreadable' ? EXIT.failed : undefined;
}

/** Returns the bytes in which places count: the decoded hexadecimal digits, else the input as it is. */
function contentsOf(as: InputOf<VaultMessages, 'inspect'>['as'], bytes: Uint8Array): Contents {
  const isPlain = as.kind === 'payload' && as.encoding === 'PAYLOAD_ENCODING_TEXT_UTF8';
  return { bytes: bytesOf(utf8Decode(bytes, 'What was given'), isPlain), maximum: Number.POSITIVE_INFINITY };
}

async function interfacesIn(
  file: string | undefined,
  contract: string | undefined,
  { input }: CommandContext,
): Promise<ContractInterface[]> {
  if (file === undefined && contract === undefined) return [];
  const [, chain, address] = CONTRACT.exec(contract ?? '') ?? [];
  if (file === undefined || chain === undefined || address === undefined)
    throw usage(
      '--interface and --contract belong together. Nothing was read. Give the file and its contract, such as eip155:1:0x….',
    );
  if (file === '-')
    throw usage(
      '--interface takes a file, because stdin has the text to explain. Nothing was read. Save the interface as a file.',
    );
  const text = await readInterfaceText(file, input);
  return [{ name: 'the file that was given', chain, address, text }];
}
