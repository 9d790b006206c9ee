import type { AskedProfile, Given, QuestionOf } from '../../shared/ipc/index.ts';
import { bitcoinNetworkOfFormat, type ExportProof, FILE_FORMATS } from '../../shared/model/index.ts';
import { ageRecipientFault } from '../../shared/wire/index.ts';

export type RevealFormat = NonNullable<Given['format']>;

/** The operator's words for the content of a bundle: as a title, and inside a sentence. */
export const HELD_AS: Readonly<Record<ExportProof['holds'], { readonly title: string; readonly short: string }>> = {
  key: { title: 'Private key', short: 'key' },
  mnemonic: { title: 'Recovery phrase', short: 'phrase' },
  text: { title: 'Exported text', short: 'text' },
  bytes: { title: 'Exported bytes', short: 'bytes' },
};

/** Returns the recipients of age in a text, which separates them by spaces or lines, or its problem. */
export function recipientsIn(text: string): readonly string[] | string {
  const recipients = wordsOf(text);
  if (recipients.length === 0) return 'Type at least one recipient.';
  return recipientProblem(recipients) ?? recipients;
}

/** Returns the problem of a text that is still typed, or undefined. Its last recipient may be unfinished. */
export function typedRecipientProblem(text: string): string | undefined {
  const recipients = wordsOf(text);
  const last = recipients.at(-1) ?? '';
  const isUnfinished = text.endsWith(last) && last.length < FINISHED && /^(?:a|ag|age|age1.*)?$/.test(last);
  return recipientProblem(isUnfinished ? recipients.slice(0, -1) : recipients);
}

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** The first wrong recipient by its number. It is not quoted, because it may be a private key. */
function recipientProblem(recipients: readonly string[]): string | undefined {
  if (recipients.length > MAXIMUM_RECIPIENTS) return `Type at most ${MAXIMUM_RECIPIENTS} recipients.`;
  for (const [index, recipient] of recipients.entries()) {
    const fault = ageRecipientFault(recipient);
    if (fault !== null) return `Recipient ${index + 1} ${fault}. Type a public key of age (age1…).`;
  }
  return undefined;
}

const MAXIMUM_RECIPIENTS = 20;
/** The characters of a whole recipient. */
const FINISHED = 62;

/** Returns the location of a profile's service. */
export function serviceOf({ kind, baseUrl }: AskedProfile): string {
  return kind === 'local' ? 'this machine' : (baseUrl ?? '');
}

/** A format that the operator can choose: its name, and its use in a sentence. */
export interface OfferedFormat {
  readonly value: RevealFormat;
  readonly label: string;
  readonly text: string;
}

const HEX: OfferedFormat = { value: 'hex', label: 'Hex', text: 'Hexadecimal digits.' };
const SOLANA: OfferedFormat = { value: 'solana', label: 'Solana (base58)', text: 'As Solana wallets import it.' };
const WIF: OfferedFormat = { value: 'wif', label: 'WIF', text: 'As Bitcoin and Dogecoin wallets import it.' };
const WORDS: OfferedFormat = { value: 'mnemonic', label: 'Words', text: 'The recovery phrase.' };
const TEXT: OfferedFormat = { value: 'text', label: 'Text', text: 'The contents as they are.' };
const WEB3: OfferedFormat = {
  value: 'web3',
  label: 'Web3 keystore',
  text: 'A file under a passphrase, as Ethereum wallets import it.',
};
const VALIDATOR: OfferedFormat = {
  value: 'eip-2335',
  label: 'EIP-2335 keystore',
  text: 'A file under a passphrase, as validators import it.',
};
const AGE: OfferedFormat = {
  value: 'age',
  label: 'age file',
  text: 'An encrypted file for recipients or under a passphrase.',
};
const SHEET: OfferedFormat = {
  value: 'sheet',
  label: 'Recovery sheet (PDF)',
  text: 'A page to print, with the address. It is not encrypted.',
};

/**
 * Returns the output formats for a bundle's content, the usual one first. Each format of a wallet program is offered for
 * the addresses that the program has.
 */
export function formatsFor({
  holds,
  addressFormat,
}: Pick<ExportProof, 'holds' | 'addressFormat'>): readonly OfferedFormat[] {
  switch (holds) {
    case 'key':
      return keyFormats(addressFormat === null ? [] : [addressFormat]);
    case 'mnemonic':
      return [WORDS, AGE, SHEET];
    case 'text':
      return [TEXT, HEX, AGE];
    case 'bytes':
      return [HEX, AGE];
  }
}

/** Returns the output formats for a list of exports: those that fit every key in it. Wallets are words in any case. */
export function formatsForAll({
  keys,
  addressFormats,
}: Pick<QuestionOf<'writeExports'>, 'keys' | 'addressFormats'>): readonly OfferedFormat[] {
  return keys === 0 ? [WORDS, AGE, SHEET] : keyFormats(addressFormats);
}

function keyFormats(formats: readonly string[]): readonly OfferedFormat[] {
  const are = (isOne: (format: string) => boolean) => formats.length > 0 && formats.every(isOne);
  const own = are((format) => format === 'ADDRESS_FORMAT_SOLANA')
    ? [SOLANA, HEX]
    : are((format) => bitcoinNetworkOfFormat(format) !== null || format === 'ADDRESS_FORMAT_DOGE_MAINNET')
      ? [WIF, HEX]
      : are((format) => format === 'ADDRESS_FORMAT_ETHEREUM')
        ? [HEX, WEB3, VALIDATOR]
        : [HEX];
  return [...own, AGE, SHEET];
}

/** The words of the button that writes a file. Null for a format that the window shows. */
export function writingOf(format: RevealFormat | null): string | null {
  if (format === null || !FILE_FORMATS.includes(format)) return null;
  if (format === 'age') return 'Write age file…';
  return format === 'sheet' ? 'Write recovery sheet…' : 'Write keystore…';
}
