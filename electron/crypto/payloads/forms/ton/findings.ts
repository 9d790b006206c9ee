/** The findings about what a wallet of TON verifies. */
import type { Finding } from '../../../../../shared/model/index.ts';
import { care, danger, isForEver } from '../../../meaning.ts';
import { printableText } from '../../../transactions/reading.ts';
import { routeFindings } from '../../../transactions/routes.ts';
import { isUnowned } from '../../../unowned.ts';
import { markOf } from '../form.ts';
import type { Payer } from './payer.ts';
import type { Change, Sending, WalletRequest } from './wallets.ts';
import { coinsText, commentOf, commentText, hasFlag, hasUnknownFlags, isTransfer } from './words.ts';

const HASHED = care(
  'TON verifies a signature of the hash of the first cell, and no hash is made here: the network refuses this signature.',
);
/** The first letters of an address of the masterchain. */
const MASTERCHAIN = /^Uf/;

/** Returns true for a request with a part that nothing explains. */
export const isBlind = ({ sendings, changes }: WalletRequest): boolean =>
  sendings.some(
    (sending) =>
      blindReason(sending) !== null ||
      !isReadable(sending) ||
      givesCoins(sending, sendings) ||
      isContended(sending, sendings.length),
  ) || changes.some(({ kind }) => kind === 'plugin' || kind === 'new plugin');

/** The part of a message that nothing explains, as the subject and the verb of a sentence. Null for none. */
function blindReason(sending: Sending): string | null {
  const { body, hasCode } = sending.message;
  if (hasCode.value) return 'A message has the code of a contract, which is not decoded';
  if (hasUnknownFlags(sending)) return `A message has the mode ${sending.mode.value}, which is not known`;
  if (body.kind !== 'unknown') return null;
  const operation =
    body.operation === null ? '' : ` for the operation 0x${body.operation.toString(16).padStart(8, '0')}`;
  return `A message has contents${operation} that are not decoded, because ${body.why}`;
}

function isReadable({ message }: Sending): boolean {
  const comment = commentOf(message);
  return comment === null || printableText(comment) !== null;
}

/** Choice (ton-attached-warning): a transfer of a token or an NFT needs less than 1 TON. In nanotons. */
const ATTACHED_WARNING = 1_000_000_000n;

/** Choice (ton-attached-warning): each of several transfers needs at most 0.1 TON. */
const ATTACHED_EACH = 100_000_000n;

/**
 * True for coins that go to the contract of a token or an NFT, which may keep them. The coins of several transfers count
 * together.
 */
function givesCoins(sending: Sending, all: readonly Sending[]): boolean {
  if (!isTransfer(sending.message.body)) return false;
  const coins = sending.message.amount.value;
  const total = all.reduce((sum, { message }) => sum + (isTransfer(message.body) ? message.amount.value : 0n), 0n);
  return (
    coins >= ATTACHED_WARNING || (total >= ATTACHED_WARNING && coins > ATTACHED_EACH) || hasFlag(sending, 'sendsAll')
  );
}

/** Wallets of another version read the modes of several messages in other places. */
const isContended = (sending: Sending, count: number): boolean =>
  count > 1 && (hasFlag(sending, 'sendsAll') || hasFlag(sending, 'destroys'));

export function findingsOf(bytes: Uint8Array, request: WalletRequest, payer: Payer): Finding[] {
  const { sendings, changes } = request;
  const mark = markOf(bytes);
  return [
    ...sendings.flatMap((sending, index) =>
      blindFindings(sending, { field: `messages[${index}]`, mark, all: sendings }),
    ),
    ...changes.flatMap((change, index) => changeFindings(change, { field: `actions[${index}]`, mark })),
    ...payerFindings(request, payer),
    ...sendings.flatMap((sending, index) => modeFindings(sending, `messages[${index}].mode`)),
    ...sendings.flatMap((sending) => recipientFindings(sending, payer)),
    ...retryFindings(request),
    ...(isForEver(BigInt(request.validUntil.value))
      ? [care('It stays valid until the account sends something else.', { field: 'validUntil' })]
      : []),
    HASHED,
  ];
}

function blindFindings(
  sending: Sending,
  { field, mark, all }: { readonly field: string; readonly mark: string; readonly all: readonly Sending[] },
): Finding[] {
  const why = blindReason(sending);
  const comment = commentOf(sending.message);
  return [
    ...(why === null ? [] : [danger(`${why}: its effect is unknown.`, { field: `${field}.to`, mark })]),
    ...(isReadable(sending)
      ? []
      : [
          danger(
            'The comment is not text, or has characters that no screen shows: its meaning for the recipient is unknown.',
            { field: `${field}.comment`, mark },
          ),
        ]),
    ...(comment === null ? [] : routeFindings(commentText(comment), `${field}.comment`, mark)),
    ...(givesCoins(sending, all)
      ? [
          danger(
            `${coinsText(sending).replace(/^a/, 'A')} goes to ${sending.message.to.value}, more than a transfer needs: the contract may keep it.`,
            { field: `${field}.amount`, mark },
          ),
        ]
      : []),
    ...(isContended(sending, all.length)
      ? [
          danger(
            'One of several messages sends all TON or destroys the account: which one depends on the version of the wallet.',
            {
              field: `${field}.mode`,
              mark,
            },
          ),
        ]
      : []),
  ];
}

function changeFindings(change: Change, from: { readonly field: string; readonly mark: string }): Finding[] {
  const { field } = from;
  switch (change.kind) {
    case 'new plugin':
      return [danger('The plugin, which is not decoded, can take all TON of the account without its key.', from)];
    case 'plugin':
      return change.isAdded
        ? [danger('The plugin can take all TON of the account without its key.', from)]
        : [danger('The plugin no longer acts for the account: its payments end.', from)];
    case 'extension':
      return change.isAdded
        ? [danger('The contract can take everything from the account, without its key.', { field })]
        : [
            danger(
              'The contract no longer acts for the account. Without a contract and without the key, nobody controls the account.',
              { field },
            ),
          ];
    case 'signatures':
      return change.isAllowed.value
        ? [danger('The key of the account controls it again, beside the contracts that do.', { field })]
        : [danger('From then on the key controls nothing: only the contracts that control the account do.', { field })];
  }
}

/** About the account, which the message does not name. */
function payerFindings({ version, walletId }: WalletRequest, { own, isVersionOpen, isOtherWallet }: Payer): Finding[] {
  if (isOtherWallet) {
    const wallet = `the wallet with the id ${walletId.value} of the key`;
    return [
      own === null
        ? care(`It is for ${wallet}, which is not its usual one.`, { field: 'walletId' })
        : danger(`It is for ${wallet}, which is not ${own}.`, { field: 'walletId' }),
    ];
  }
  if (own === null || !isVersionOpen) return [];
  return [
    care(`It names no account: it is for the wallet of version ${version} of the key. Check that ${own} is that one.`, {
      field: 'walletId',
    }),
  ];
}

function modeFindings(sending: Sending, field: string): Finding[] {
  return [
    ...(hasFlag(sending, 'sendsAll')
      ? [danger('It sends all TON of the account, and the message does not state how much that is.', { field })]
      : []),
    ...(hasFlag(sending, 'destroys') ? [danger('It destroys the account once no TON is left in it.', { field })] : []),
  ];
}

/** Orders that pools of validators take as a comment. */
const ORDER = /^(?:[dwr]|deposit|stake|unstake|withdraw)$/i;

function recipientFindings(sending: Sending, { own }: Payer): Finding[] {
  const { body, to } = sending.message;
  const comment = commentOf(sending.message);
  const isOrder = body.kind === 'comment' && comment !== null && ORDER.test(commentText(comment).replaceAll('"', ''));
  const recipients = isTransfer(body) ? [body.to.value] : [to.value];
  const rest = isTransfer(body) ? body.rest.value : null;
  return [
    ...recipients
      .filter((each) => isUnowned(each))
      .map((each) => danger(`${each} is an address without a known key: anything sent there is lost.`)),
    ...recipients
      .filter((each) => MASTERCHAIN.test(each))
      .map((each) => care(`${each} is on the masterchain, which validators and the system use.`)),
    ...(isOrder ? [care('Pools of validators take this comment as an order to stake or to pay out.')] : []),
    ...(recipients.includes(own ?? '') ? [care('It sends to the account it comes from.')] : []),
    ...(body.kind === 'token'
      ? [
          care(
            `The message does not name the token: ${to.value} decides what it moves. Check that it is your wallet of that token.`,
          ),
        ]
      : []),
    ...(body.kind === 'NFT' ? [care(`The message does not show that ${to.value} is an NFT, or whose it is.`)] : []),
    ...(isTransfer(body) && rest === null ? [care('The TON that is left over does not come back.')] : []),
    ...(rest === null || rest === own ? [] : [care(`The TON that is left over goes to ${rest}.`)]),
  ];
}

/** About messages whose errors are not skipped. */
function retryFindings({ version, isRelayed, sendings }: WalletRequest): Finding[] {
  if (isRelayed || sendings.every((sending) => hasFlag(sending, 'skipsErrors'))) return [];
  if (version === '3R2')
    return [care('If a message fails, the network can try again until it expires, each time for a fee.')];
  return version === '5R1' ? [care('The wallet refuses a message that does not skip errors (mode 2).')] : [];
}
