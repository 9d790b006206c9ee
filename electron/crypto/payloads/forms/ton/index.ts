/** Describes what a wallet of TON verifies, from its cells. */
import type { DecodedField } from '../../../../../shared/model/index.ts';
import { hexEncode } from '../../../../../shared/wire/index.ts';
import { type ContentMeaning, row, untilText } from '../../../meaning.ts';
import { Refusal } from '../../../refusal.ts';
import { type PayloadAround, refusedOr, startsWith, undecodedTransaction } from '../form.ts';
import { BAG_OF_CELLS, type Cell, readBag } from './cells.ts';
import { fieldsOf } from './fields.ts';
import { findingsOf, isBlind } from './findings.ts';
import { chainText, payerOf } from './payer.ts';
import { readWalletRequest, type WalletRequest } from './wallets.ts';
import { changeStep, sendingRows, sendingStep } from './words.ts';

/** The most messages with rows of their own. The steps have all of them. */
const MOST_MESSAGES = 10;
/** Describes a bag of cells. One that no known wallet verifies is not decoded. */
export function readTonRequest(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  if (!startsWith(bytes, BAG_OF_CELLS)) return null;
  const read = refusedOr(() => {
    const cell = readBag(bytes);
    return { cell, request: readWalletRequest(cell) };
  });
  if (!(read instanceof Refusal)) return describe(bytes, read, around);
  return undecodedTransaction(bytes, read, {
    chain: 'TON',
    called: 'TON (cells)',
    sentWith: 'a signature of its hash',
  });
}

function describe(
  bytes: Uint8Array,
  { cell, request }: { readonly cell: Cell; readonly request: WalletRequest },
  around: PayloadAround,
): ContentMeaning {
  const { version, walletId, validUntil, sequence, isRelayed, sendings, changes } = request;
  const payer = payerOf(request, around);
  const from = payer.isOtherWallet ? null : payer.own;
  const more = sendings.length - MOST_MESSAGES;
  return {
    title: `TON transaction, wallet version ${version}`,
    // A change of the account weighs more than what it sends.
    steps: [...changes.map(changeStep), ...sendings.map(sendingStep)],
    summary: [
      ...(from === null ? [] : [row('From', from, 'address')]),
      ...changes.flatMap((change): DecodedField[] =>
        'account' in change
          ? [row(change.isAdded ? 'Gets control' : 'Loses control', change.account.value, 'address')]
          : [],
      ),
      ...sendings.slice(0, MOST_MESSAGES).flatMap((sending) => sendingRows(sending, from)),
      ...(more > 0 ? [row('Messages', `${more} more, among the fields`)] : []),
      row('Chain', chainText(request)),
      row('Wallet', `version ${version}, id ${walletId.value}`),
      row('Expires', untilText(BigInt(validUntil.value)), 'time'),
      row('Sequence number', String(sequence.value)),
      ...(isRelayed ? [row('Brought by', 'another account, which pays the fee')] : []),
      row('Hash that TON verifies', `0x${hexEncode(cell.hash)}`, 'hash'),
    ],
    fields: fieldsOf(bytes, request),
    findings: findingsOf(bytes, request, payer),
    unexplained: isBlind(request) ? [{ start: 0, end: bytes.length }] : [],
  };
}
