/** Describes a PSBT for the person who approves it. */
import type { Finding } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { type BitcoinNetwork, readBitcoinAddress } from '../../addresses/bitcoin.ts';
import { type ContentMeaning, care, danger, information, row } from '../../meaning.ts';
import type { TransactionField } from '../rule.ts';
import { type AmountProof, amountFindings, ofScript, proofOfAmounts, statedAmount } from './amounts.ts';
import { type KeyOrigin, pathText, type Returned, returnedOutputs } from './change.ts';
import { isReplaceable, mapFields, timeFields, transactionFields, unknownEntries, validRows } from './contents.ts';
import { feeFields, feeFindings, feeOf, feeRows, isTooLow } from './fee.ts';
import { describeSignedMessage, hiddenMessageFindings } from './message-meaning.ts';
import { bareBytes, outputFindings, outputStep, recipientOf, recipientWords } from './outputs.ts';
import { type Psbt, spentAmount } from './psbt.ts';
import { bitcoins, isData } from './scripts.ts';
import { obstacleFindings } from './signable.ts';
import { openFindings } from './signature-types.ts';
import { readSignedMessage } from './signed-message.ts';
import { type BitcoinOutput, sumOf } from './transaction.ts';
import { modifiableParts } from './unsigned.ts';

const NONE: Returned = { proven: new Map(), claimed: new Map(), remote: [] };
/** The number of outputs that a headline lists. Beyond it the headline shows their sum. */
const MAXIMUM_NAMED = 2;
/** The number of outputs that the summary lists. */
const MAXIMUM_RECIPIENTS = 10;

/**
 * Describes the contents and the effects of a PSBT. Choice (psbt-network): a PSBT does not name its network. So
 * addresses have the spelling of the signing address's network, or of mainnet. The scripts are shown beside them. An
 * output that provably returns to the signer is change. Unproven amounts are marked (amounts.ts).
 */
export function describePsbt(psbt: Psbt, signWith: string | null = null): ContentMeaning {
  const message = readSignedMessage(psbt);
  if (message !== null) return describeSignedMessage(psbt, message, signWith);
  const { transaction } = psbt;
  const own = signWith === null ? null : readBitcoinAddress(signWith);
  const network = own?.network ?? 'MAINNET';
  const returned = own === null ? NONE : returnedOutputs(psbt, own.script);
  const sent = transaction.outputs.filter((_, index) => !returned.proven.has(index));
  const change = transaction.outputs.filter((_, index) => returned.proven.has(index));
  const proof = proofOfAmounts(psbt, own === null ? null : ofScript(own.script));
  const fee = feeOf(psbt, proof);
  const unknown = unknownEntries(psbt);
  const spelling = `not stated in a PSBT; addresses are in the spelling of ${own === null ? 'mainnet' : 'the address signed with'}`;
  const paid = sent.filter(({ script }) => !isData(script));
  return {
    title: 'Bitcoin transaction (PSBT)',
    steps:
      sent.length === 0
        ? [transaction.outputs.length === 0 ? 'Pay all of it as a fee' : 'Send all of it back to your own wallet']
        : [
            ...(sent.length <= MAXIMUM_NAMED || paid.length === 1
              ? paid.map((output) => outputStep(output, network))
              : [`Send ${bitcoins(sumOf(paid))} to ${paid.length} outputs`]),
            ...sent.filter(({ script }) => isData(script)).map((output) => outputStep(output, network)),
          ],
    summary: [
      ...(own === null || signWith === null ? heldRows(psbt, proof) : spendRows(psbt, proof, own.script, signWith)),
      row(isOnePayment(sent, network) ? 'Amount' : 'They get', bitcoins(sumOf(sent)), 'amount'),
      ...recipientRows(paid, network),
      ...scriptRows(sent),
      ...(own === null ? [] : [row('Change', bitcoins(sumOf(change)), 'amount')]),
      ...feeRows(fee),
      row(
        'Chain',
        own === null ? 'Bitcoin (the PSBT does not name the network)' : `Bitcoin ${own.network.toLowerCase()}`,
      ),
      ...validRows(transaction),
    ],
    fields: [
      { name: 'network', value: spelling, kind: 'text' },
      ...transactionFields(psbt, network, proof),
      ...feeFields(fee),
      ...timeFields(psbt),
      ...mapFields(psbt),
      ...unknown.fields,
    ],
    unexplained: unknown.ranges,
    findings: [
      ...hiddenMessageFindings(psbt),
      ...obstacleFindings(psbt, own?.script ?? null),
      ...(own === null ? [] : ownFindings(psbt, own.script)),
      ...amountFindings(psbt, proof),
      ...feeFindings(fee, psbt),
      ...openFindings(psbt),
      ...outputFindings(transaction.outputs),
      ...changeFindings(psbt, returned),
      ...(fee === null || !isTooLow(fee)
        ? []
        : [care('Its fee is so low that nodes do not relay it.', { field: 'fee' })]),
      ...modifiableFindings(psbt),
      ...(unknown.count === 0
        ? []
        : [
            information(
              `The PSBT has ${unknown.count} ${unknown.count === 1 ? 'entry' : 'entries'} of unknown kinds. No signature commits to them.`,
              { field: unknown.fields[0]?.name ?? null, basis: 'BIP-174' },
            ),
          ]),
      ...(isReplaceable(transaction)
        ? [
            information('Until it is in a block, the same keys can sign a replacement that pays a higher fee.', {
              field: 'replaceable',
              basis: 'BIP-125',
            }),
          ]
        : []),
    ],
  };
}

/** Returns true when one output leaves the signer, and it has an address. Its rows are those of payments on all chains. */
function isOnePayment(sent: readonly BitcoinOutput[], network: BitcoinNetwork): boolean {
  const [only, ...more] = sent;
  return only !== undefined && more.length === 0 && recipientOf(only, network).length > 0;
}

/** Returns a row for each recipient and amount. A single recipient's amount is already shown elsewhere. */
function recipientRows(paid: readonly BitcoinOutput[], network: BitcoinNetwork): TransactionField[] {
  const more = paid.length - MAXIMUM_RECIPIENTS;
  // The maker of the transaction decides the order of its outputs, and the rows are cut.
  const shown = more > 0 ? [...paid].sort((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0)) : paid;
  return [
    ...shown.slice(0, MAXIMUM_RECIPIENTS).flatMap((output) => {
      const [to] = recipientOf(output, network);
      if (paid.length === 1) return to === undefined ? [] : [row('To', to, 'address')];
      const place = to === undefined ? row('To', recipientWords(output.script, network)) : row('To', to, 'address');
      return [place, row('Gets', bitcoins(output.amount), 'amount')];
    }),
    ...(more > 0 ? [row('To', `${more} more of smaller amounts, among the fields`)] : []),
  ];
}

/** Rows of data and of scripts without an address, whose bytes are shown nowhere else. */
function scriptRows(sent: readonly BitcoinOutput[]): TransactionField[] {
  return sent.flatMap(({ script }) => {
    const bytes = bareBytes(script);
    return bytes === null ? [] : [row(isData(script) ? 'Data' : 'Script', bytes, 'bytes')];
  });
}

/** Returns the payer and the total of the signer’s inputs, by the script of the signing address. */
function spendRows({ spent }: Psbt, proof: AmountProof, script: string, from: string): TransactionField[] {
  const all = spentAmount(spent);
  const own = spent.flatMap((output, index) =>
    output !== null && hexEncode(output.script) === script ? [{ output, isProven: proof.isProven(index) }] : [],
  );
  const held = bitcoins(sumOf(own.map(({ output }) => output)));
  const isHeldProven = own.every(({ isProven }) => isProven);
  // An input that does not state its output can be one of the signer's.
  const spending =
    all === null ? row('You spend', 'not known') : row('You spend', statedAmount(held, isHeldProven), 'amount');
  return [
    ...(own.length === 0 ? [] : [row('From', from, 'address')]),
    spending,
    ...(own.length === spent.length || all === null
      ? []
      : [row('All inputs hold', statedAmount(bitcoins(all), proof.isWhole), 'amount')]),
  ];
}

/** Returns the total of all inputs when it is stated, for an unknown signer. */
function heldRows({ spent }: Psbt, { isWhole }: AmountProof): TransactionField[] {
  const all = spentAmount(spent);
  return all === null ? [] : [row('Inputs hold', statedAmount(bitcoins(all), isWhole), 'amount')];
}

/** The flags of version 2 that let others change the transaction. A signature over everything clears them (BIP-370). */
function modifiableFindings({ global }: Psbt): Finding[] {
  const parts = modifiableParts(global);
  if (parts.length === 0) return [];
  const text = `The PSBT lets others add and remove ${parts.join(' and ')}. Your signature covers the current ones and ends that.`;
  return [information(text, { field: 'tx_modifiable', basis: 'BIP-370' })];
}

/** A PSBT that spends nothing of the address it is signed with. */
function ownFindings({ spent }: Psbt, script: string): Finding[] {
  const isOwn = spent.some((output) => output !== null && hexEncode(output.script) === script);
  return spent.length === 0 || isOwn
    ? []
    : [danger('None of its inputs is known to spend coins of the signing address.', { basis: 'BIP-174' })];
}

function changeFindings({ transaction }: Psbt, { proven, claimed, remote }: Returned): Finding[] {
  const named = (indexes: readonly number[]) => {
    const amount = indexes.reduce((sum, index) => sum + (transaction.outputs[index]?.amount ?? 0n), 0n);
    return `${bitcoins(amount)} in ${indexes.map((index) => `output ${index + 1}`).join(', ')}`;
  };
  const byKey = [...proven].flatMap(([index, origin]) => (origin === null ? [] : [{ index, origin }]));
  const [firstClaimed] = claimed;
  const [firstProven] = byKey;
  const [firstRemote] = remote;
  return [
    ...(firstRemote === undefined
      ? []
      : [
          danger(
            `${named(remote)} come back to a key where wallets do not look. Without its path, nobody finds the coins again.`,
            { field: `outputs[${firstRemote}].script`, basis: 'BIP-44' },
          ),
        ]),
    ...(firstClaimed === undefined
      ? []
      : [
          care(
            `The PSBT says that ${named([...claimed.keys()])} come back to your own wallet (${originWords(firstClaimed[1])}). Nothing proves it, so they are counted as sent.`,
            { field: `outputs[${firstClaimed[0]}].script`, basis: 'BIP-174' },
          ),
        ]),
    ...(firstProven === undefined
      ? []
      : [
          information(
            `${named(byKey.map(({ index }) => index))} come back to your own wallet, by the key ${originWords(firstProven.origin)}.`,
            { field: `outputs[${firstProven.index}].script`, basis: 'BIP-32' },
          ),
        ]),
  ];
}

function originWords({ path, fingerprint }: KeyOrigin): string {
  return `${pathText(path)} of ${fingerprint}`;
}
