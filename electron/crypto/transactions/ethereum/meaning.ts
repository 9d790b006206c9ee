/** What must be said loudly about an EVM transaction before it is signed. Does NOT decode contracts' data. */
import { hexEncode } from '../../../../shared/wire/index.ts';
import { itemsOf, lengthOf, uintOf } from './fields.ts';
import { type EthereumTransaction, fieldsOf } from './read.ts';
import type { RlpItem } from './rlp.ts';
import { type FieldItem, gasCost } from './types.ts';

/** What a transfer to an account without code uses (Yellow Paper, appendix G). */
const TRANSFER_GAS = 21_000n;
/** Choice (high-fee): a whole coin is far above what a transaction costs on any chain at any time. */
const HIGH_FEE = 10n ** 18n;
const SELECTOR_BYTES = 4;

/** The warnings about an Ethereum transaction that was read. */
export function ethereumWarnings(transaction: EthereumTransaction): string[] {
  const item = fieldsOf(transaction);
  const chainless = transaction.type.byte === null && transaction.legacyChainId === null;
  const isChainZero = transaction.type.byte === 0x02 && lengthOf(item('chainId')) === 0;
  const blobs = lengthOf(item('blobVersionedHashes'));
  return [
    ...(chainless
      ? ['It names no chain: once signed, anyone can send it on every chain where the account has the same nonce.']
      : []),
    ...(isChainZero
      ? [
          'Its chainId is 0, which is no chain: no network takes it. Whoever made it did not fill it in; do not sign it.',
        ]
      : []),
    ...callWarnings('', item('to'), item('data')),
    ...gasWarnings(item),
    ...feeWarnings(item),
    ...(blobs > 0
      ? [
          `It pays for ${blobs} ${plural(blobs, 'blob')} that ${blobs === 1 ? 'is' : 'are'} not shown: only hashes are signed.`,
        ]
      : []),
    ...delegationWarnings(item('authorizationList')),
  ];
}

/** About one call; `prefix` is what comes before its fields' names. */
export function callWarnings(prefix: string, to: RlpItem | undefined, data: RlpItem | undefined): string[] {
  if (lengthOf(to) === 0) return [`${prefix}to is empty: a contract is created, and ${prefix}data is its code.`];
  if (!(data instanceof Uint8Array) || data.length === 0) return [];
  const selector =
    data.length < SELECTOR_BYTES ? '' : `, for the function 0x${hexEncode(data.subarray(0, SELECTOR_BYTES))}`;
  return [`${prefix}data is not decoded: ${data.length} ${plural(data.length, 'byte')}${selector}.`];
}

/** About gas that will not do. */
export function gasWarnings(item: FieldItem): string[] {
  if (uintOf(item('gasLimit')) >= TRANSFER_GAS) return [];
  return [`gasLimit is below ${TRANSFER_GAS}, what the simplest transaction uses on Ethereum.`];
}

/** About what the transaction may cost at most. */
function feeWarnings(item: FieldItem): string[] {
  const cost = gasCost(item);
  return cost < HIGH_FEE ? [] : [`The fee can be as high as ${cost} wei, ${etherText(cost)} of the chain’s coin.`];
}

/** About accounts that give up their code (EIP-7702); authorizations begin with chain id and address. */
export function delegationWarnings(list: RlpItem | undefined): string[] {
  return itemsOf(list).map((authorization, index) => {
    const [chain, address] = itemsOf(authorization);
    const name = `authorizationList[${index}]`;
    const clears = address instanceof Uint8Array && address.every((byte) => byte === 0);
    const what = clears
      ? `${name} takes the code from the account that signed it`
      : `${name} lets a contract act for the account that signed it, with everything the account owns`;
    return lengthOf(chain) === 0 ? `${what}, and holds on every chain.` : `${what}.`;
  });
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** Wei as a decimal number of the coin, exactly. */
function etherText(wei: bigint): string {
  const fraction = (wei % 10n ** 18n).toString().padStart(18, '0').replace(/0+$/, '');
  return `${wei / 10n ** 18n}${fraction === '' ? '' : `.${fraction}`}`;
}
