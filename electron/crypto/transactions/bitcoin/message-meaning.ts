/** Describes a PSBT that signs a message (BIP-322) to the person who approves it. It pays nothing. */
import type { Finding } from '../../../../shared/model/index.ts';
import { hexEncode, utf8Decode } from '../../../../shared/wire/index.ts';
import { type BitcoinNetwork, knownScript, networkAddress, readBitcoinAddress } from '../../addresses/bitcoin.ts';
import { type ContentMeaning, care, danger, information, row } from '../../meaning.ts';
import { isUtf8 } from '../../native.ts';
import type { TransactionField } from '../rule.ts';
import { ofScript, proofOfAmounts, statedAmount } from './amounts.ts';
import { mapFields, timeFields, transactionFields, unknownEntries, validRows } from './contents.ts';
import { type Psbt, spentAmount } from './psbt.ts';
import { bitcoins } from './scripts.ts';
import { obstacleFindings } from './signable.ts';
import { openFindings } from './signature-types.ts';
import { hasMessageForm, type SignedMessage } from './signed-message.ts';

/** The number of hex digits of a hash that the operator types to sign unreadable content. */
const MARK = 6;

/** The meaning of a to_sign PSBT for the address that it is signed with. */
export function describeSignedMessage(psbt: Psbt, message: SignedMessage, signWith: string | null): ContentMeaning {
  const own = signWith === null ? null : readBitcoinAddress(signWith);
  const network = own?.network ?? 'MAINNET';
  const proof = proofOfAmounts(psbt, own === null ? null : ofScript(own.script));
  const text = message.stated !== null && message.isTrue ? messageText(message.stated) : null;
  const unknown = unknownEntries(psbt);
  return {
    title: 'Bitcoin message signature (BIP-322)',
    steps: [stepOf(text, message)],
    summary: [
      ...addressRows(message, network),
      text === null
        ? row('Message hash', message.hash, 'hash')
        : row('Message', message.stated?.length === 0 ? 'empty' : text),
      ...fundRows(psbt, proof.isWhole),
      ...validRows(psbt.transaction),
    ],
    fields: [
      { name: 'message.hash', value: message.hash, kind: 'hash' },
      ...transactionFields(psbt, network, proof),
      ...timeFields(psbt),
      ...mapFields(psbt),
      ...unknown.fields,
    ],
    unexplained: unknown.ranges,
    ...(text === null || message.stated === null ? {} : { message: message.stated }),
    findings: [
      ...unknownMessage(message),
      ...obstacleFindings(psbt, own?.script ?? null),
      ...(own === null || own.script === hexEncode(message.script)
        ? []
        : [danger('The message names another address than the one that signs it.', { basis: 'BIP-322' })]),
      ...openFindings(psbt),
      ...(psbt.inputs.length > 1 && !proof.isWhole
        ? [
            care('The amounts of the outputs it proves control of are stated but not proven.', {
              basis: 'BIP-322',
            }),
          ]
        : []),
      information('No transaction can use this signature: it spends an output that no block can hold.', {
        basis: 'BIP-322',
      }),
    ],
  };
}

/** Returns a danger for a PSBT with the form of to_sign but without to_spend, because its message is unknown. */
export function hiddenMessageFindings(psbt: Psbt): Finding[] {
  const [input] = psbt.transaction.inputs;
  if (input === undefined || !hasMessageForm(psbt)) return [];
  return [
    danger(
      'It has the form of a message signature (BIP-322), and nothing in it says which message. Ask for a PSBT with to_spend as non_witness_utxo.',
      {
        field: 'inputs[0].outpoint',
        basis: 'BIP-322',
        mark: hexEncode(input.outpoint.slice(0, 32).reverse()).slice(-MARK),
      },
    ),
  ];
}

function unknownMessage({ hash, stated, isTrue }: SignedMessage): Finding[] {
  const from = { field: 'message.hash', basis: 'BIP-322', mark: hash.slice(-MARK) };
  if (isTrue && stated !== null && !isUtf8(stated))
    return [danger('The message is not text: its meaning is unknown.', from)];
  if (isTrue) return [];
  const why =
    stated === null
      ? 'The PSBT holds only the hash of the message, so the signed text is unknown.'
      : 'The message that the PSBT states is not the one whose hash is signed.';
  return [danger(`${why} Sign it only if you made it yourself.`, from)];
}

function addressRows({ script }: SignedMessage, network: BitcoinNetwork): TransactionField[] {
  const known = knownScript(script);
  return [
    known === null
      ? row('Signed for', 'a script that has no address')
      : row('From', networkAddress(known, network), 'address'),
  ];
}

/** Returns the row for the further inputs. A proof of funds shows control of their coins. */
function fundRows(psbt: Psbt, isProven: boolean): TransactionField[] {
  const count = psbt.inputs.length - 1;
  if (count === 0) return [];
  const held = spentAmount(psbt.spent);
  const amount = held === null ? 'an unknown amount' : statedAmount(bitcoins(held), isProven);
  return [row('Proves control of', `${count} ${count === 1 ? 'output' : 'outputs'} with ${amount}`)];
}

function stepOf(text: string | null, { stated }: SignedMessage): string {
  if (text === null) return 'Sign a message of which only the hash is known';
  return stated?.length === 0 ? 'Sign an empty message' : `Sign the message ${text}`;
}

function messageText(message: Uint8Array): string {
  return (
    (isUtf8(message) ? utf8Decode(message) : null) ??
    (message.length === 1
      ? `of 1 byte that is not plain text: ${hexEncode(message)}`
      : `of ${message.length} bytes that are not plain text: ${hexEncode(message)}`)
  );
}
