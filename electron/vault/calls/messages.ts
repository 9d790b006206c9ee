/** What messages of typed data (EIP-712) do that a standard defines: transactions of Safes, transfers by signature, calls that others send, orders. */
import type { DecodedField, Finding } from '../../../shared/model/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { care, danger, printableText, row, type TypedMessage } from '../../crypto/index.ts';
import { readingBy } from './by-standard.ts';
import { factoryCall } from './packed.ts';
import type { Reading } from './reading.ts';
import { SAFE_CALLS, safeCall, safeFindings } from './safe.ts';
import { type Arguments, type CallsInside, listed, type Standard } from './standard.ts';

const ERC3009 = 'ERC-3009';
const MARK_DIGITS = 6;
/** Bytes of each of the numbers that are packed in 32. */
const HALF = 16;

const nonceRow = (of: Arguments) => (of.text('nonce') === '' ? [] : [row('Nonce', of.text('nonce'))]);

/** Whoever has the signature hands it in. */
function handedIn(what: string, basis: string): Finding[] {
  return [care(`Whoever has the signature can ${what}, without asking again.`, { basis })];
}

function authorization(name: string, does: Standard['does']): Standard {
  return {
    signature: `${name}(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)`,
    basis: ERC3009,
    does,
    rows: (of) => [row('Amount', of.tokens('value'), 'amount')],
    findings: () => handedIn('make this transfer once', ERC3009),
  };
}

/** A call that somebody else sends in the name of who signs. */
function relayed(signature: string, basis: string, calls: readonly CallsInside[]): Standard {
  return {
    signature,
    basis,
    does: (of) => `Let somebody else send in the name of ${of.text('from')}`,
    rows: nonceRow,
    calls,
    findings: () => handedIn('have this call made once', basis),
  };
}

/** What the account pays for gas at most; by whose rules another contract pays is not told. Version 0.7 packs two numbers in 32 bytes. */
function operationFee(of: Arguments): DecodedField[] {
  if (of.bytes('paymasterAndData').length > 0) return [];
  const half = (name: string, index: number) => {
    const digits = hexEncode(of.bytes(name).subarray(index * HALF, (index + 1) * HALF));
    return digits === '' ? 0n : BigInt(`0x${digits}`);
  };
  const gas =
    of.number('callGasLimit') +
    of.number('verificationGasLimit') +
    half('accountGasLimits', 0) +
    half('accountGasLimits', 1) +
    of.number('preVerificationGas');
  const price = of.number('maxFeePerGas') + half('gasFees', 1);
  return gas * price === 0n ? [] : [row('Fee at most', of.coins(gas * price), 'amount')];
}

function userOperation(signature: string): Standard {
  return {
    signature,
    basis: 'ERC-4337',
    does: (of) => `Have the account ${of.text('sender')} act`,
    rows: (of) => [row('Paid by', of.text('sender'), 'address'), ...operationFee(of), ...nonceRow(of)],
    calls: [
      { list: null, to: null, data: 'initCode', value: null, unpack: factoryCall },
      { list: null, to: 'sender', data: 'callData', value: null },
    ],
    findings: (of) =>
      of.bytes('paymasterAndData').length === 0
        ? []
        : [
            care('Another contract pays the fees of the operation, by rules of its own.', {
              field: 'paymasterAndData',
              basis: 'ERC-4337',
            }),
          ],
  };
}

const CRITERIA = 4;

/** What an item of an order of Seaport is. */
function itemText(of: Arguments): string {
  const [start, end] = [of.text('startAmount'), of.text('endAmount')];
  const type = of.number('itemType');
  if (type >= 2n) {
    const count = start === '1' && end === '1' ? '' : `${start} of `;
    return `${count}${Number(type) >= CRITERIA ? 'any token' : `the token ${of.text('identifierOrCriteria')}`} of ${of.text('token')}`;
  }
  const amount = (name: string) => (type === 0n ? of.coins(of.number(name)) : of.tokens(name, 'token'));
  return start === end ? amount('startAmount') : `${amount('startAmount')} to ${amount('endAmount')}`;
}

const paidText = (of: Arguments) => `${itemText(of)} for ${of.text('recipient')}`;

/** By the beginning of their types, and by the names of their members in `does`, `rows`, `findings` and `calls`. */
const MESSAGES: readonly Standard[] = [
  {
    signature: 'SafeTx(address to,uint256 value,bytes data,uint8 operation,',
    basis: 'Safe',
    does: safeCall,
    rows: (of) => [row('Paid by', of.contract, 'address'), ...nonceRow(of)],
    calls: SAFE_CALLS,
    findings: (of) => safeFindings(of, of.text('to').slice(-MARK_DIGITS)),
  },
  {
    signature: 'SafeMessage(bytes message)',
    basis: 'Safe',
    does: (of) =>
      `Sign ${printableText(of.bytes('message')) ?? `a message of ${of.bytes('message').length} bytes`} for the Safe ${of.contract}`,
    findings: (of) =>
      printableText(of.bytes('message')) !== null
        ? []
        : [
            danger('What the Safe signs is not told: bytes or a hash can be of anything.', {
              field: 'message',
              basis: 'Safe',
              mark: of.text('message').slice(-MARK_DIGITS),
            }),
          ],
  },
  authorization(
    'TransferWithAuthorization',
    (of) => `Let anybody send ${of.tokens('value')} of ${of.text('from')} to ${of.text('to')}`,
  ),
  authorization(
    'ReceiveWithAuthorization',
    (of) => `Let ${of.text('to')} take ${of.tokens('value')} of ${of.text('from')}`,
  ),
  {
    signature: 'CancelAuthorization(address authorizer,bytes32 nonce)',
    basis: ERC3009,
    does: (of) => `Take back the authorization ${of.text('nonce')} of ${of.text('authorizer')}`,
  },
  relayed('ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,', 'ERC-2771', [
    { list: null, to: 'to', data: 'data', value: 'value' },
  ]),
  relayed('MetaTransaction(uint256 nonce,address from,bytes functionSignature)', 'meta-transactions', [
    { list: null, to: null, data: 'functionSignature', value: null },
  ]),
  userOperation('UserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,'),
  userOperation('PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,'),
  {
    signature: 'Delegation(address delegatee,uint256 nonce,uint256 expiry)',
    basis: 'ERC-5805',
    does: (of) => `Let ${of.text('delegatee')} vote with the tokens of ${of.contract} that the account has`,
    rows: nonceRow,
  },
  {
    signature: 'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,',
    basis: 'Seaport',
    does: (of) =>
      `Offer ${listed(of.each('offer').map(itemText)) || 'nothing'} for ${listed(of.each('consideration').map(paidText)) || 'nothing'}`,
    rows: (of) => [
      ...of.each('offer').map((item) => row('You give', itemText(item))),
      ...of.each('consideration').map((item) => row('Is paid', paidText(item))),
    ],
  },
];

/** What a message does by a standard; null for one of none. */
export function readMessageByStandard(message: TypedMessage): Reading | null {
  const standard = MESSAGES.find(({ signature }) => message.type.startsWith(signature));
  if (standard === undefined) return null;
  const { chain, to, amount, address, values } = message;
  const around = { family: 'ethereum', chain, to, amount, address, value: 0n, data: new Uint8Array(0) } as const;
  return { ...readingBy(standard, { ...around, field: 'message' }, values), coins: 'told', fields: [] };
}
