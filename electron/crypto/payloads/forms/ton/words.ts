/** The words for the messages of a wallet of TON, and for changes of its account. */
import { type DecodedField, decimalText } from '../../../../../shared/model/index.ts';
import { hexEncode } from '../../../../../shared/wire/index.ts';
import { row } from '../../../meaning.ts';
import { printableText } from '../../../transactions/reading.ts';
import type { Body, Message } from './messages.ts';
import type { Change, Sending } from './wallets.ts';

const DECIMALS = 9;
export const tonText = (units: bigint): string => `${decimalText(units, DECIMALS)} TON`;

/** Flags of a mode (SendMode). */
export const MODE = { feesBeside: 1, skipsErrors: 2, returnsOnFailure: 16, destroys: 32, sendsAll: 128 } as const;
const KNOWN_FLAGS = Object.values(MODE).reduce((all, flag) => all | flag, 0);

export const hasFlag = ({ mode }: Sending, flag: keyof typeof MODE): boolean => (mode.value & MODE[flag]) !== 0;
/** Returns true for a mode with flags that are not known. */
export const hasUnknownFlags = ({ mode }: Sending): boolean => (mode.value & ~KNOWN_FLAGS) !== 0;

/** The coins that a message takes along. */
export const coinsText = (sending: Sending): string =>
  hasFlag(sending, 'sendsAll') ? 'all TON of the account' : tonText(sending.message.amount.value);

const unitsText = (units: bigint, wallet: string): string =>
  `${units} ${units === 1n ? 'unit' : 'units'} of the token in ${wallet}`;

/** The effect of a message. */
export function sendingStep(sending: Sending): string {
  const { message } = sending;
  const { to, body, hasCode } = message;
  const coins = coinsText(sending);
  if (hasCode.value) return `Create the contract ${to.value}, which is not known, with ${coins}`;
  switch (body.kind) {
    case 'none':
    case 'comment':
      return `Send ${coins} to ${to.value}`;
    case 'token':
      return `Send ${unitsText(body.units?.value ?? 0n, to.value)} to ${body.to.value}, with ${coins}`;
    case 'NFT':
      return `Give the NFT ${to.value} to ${body.to.value}, with ${coins}`;
    case 'unknown':
      return `Call the contract ${to.value}, which is not known, with ${coins}`;
  }
}

/** The effect of a change of the account. */
export function changeStep(change: Change): string {
  switch (change.kind) {
    case 'new plugin':
      return 'Create a contract and let it take TON from the account';
    case 'plugin':
      return change.isAdded
        ? `Let the plugin ${change.account.value} take TON from the account`
        : `Remove the plugin ${change.account.value} from the account`;
    case 'extension':
      return change.isAdded
        ? `Let the contract ${change.account.value} control the account`
        : `Take the control of the account from the contract ${change.account.value}`;
    case 'signatures':
      return change.isAllowed.value
        ? 'Let the key of the account control it again'
        : 'Take the control of the account from its key';
  }
}

/** The text of a comment in quotation marks, or its bytes where people could not read it. */
export const commentText = (comment: Uint8Array): string => printableText(comment) ?? `0x${hexEncode(comment)}`;

/** Returns the comment of a message, or null. An empty one is none. */
export function commentOf({ body }: Message): Uint8Array | null {
  const comment = body.kind === 'none' || body.kind === 'unknown' ? null : (body.comment?.value ?? null);
  return comment === null || comment.length === 0 ? null : comment;
}

/** The rows of a message. The coins beside a transfer of a token pay the contracts on its way. */
export function sendingRows(sending: Sending, payer: string | null): DecodedField[] {
  const { message } = sending;
  const { to, body, bounces } = message;
  const coins = row(isTransfer(body) ? 'Attached' : 'Amount', coinsText(sending), 'amount');
  const comment = commentOf(message);
  return [
    ...(isTransfer(body) ? transferRows(body, to.value, payer) : [coins, row('To', to.value, 'address')]),
    ...(isTransfer(body) ? [coins] : []),
    row('If refused', bounces.value ? 'the TON comes back' : 'the TON stays with the recipient'),
    ...(comment === null ? [] : [row('Comment', commentText(comment))]),
    row(
      'Fee',
      hasFlag(sending, 'feesBeside') && !hasFlag(sending, 'sendsAll')
        ? 'beside the amount, without a limit in the message'
        : 'out of the amount, without a limit in the message',
    ),
  ];
}

export const isTransfer = (body: Body): body is Extract<Body, { readonly kind: 'token' | 'NFT' }> =>
  body.kind === 'token' || body.kind === 'NFT';

function transferRows(
  body: Extract<Body, { readonly kind: 'token' | 'NFT' }>,
  contract: string,
  payer: string | null,
): DecodedField[] {
  const { units, to, rest, forwarded } = body;
  return [
    ...(units === null
      ? [row('NFT', contract, 'address')]
      : [row('Amount', unitsText(units.value, contract), 'amount'), row('Token wallet', contract, 'address')]),
    row('To', to.value, 'address'),
    ...(forwarded.value === 0n ? [] : [row('Forwarded', tonText(forwarded.value), 'amount')]),
    ...(rest.value === null || rest.value === payer ? [] : [row('Rest of the TON to', rest.value, 'address')]),
  ];
}
