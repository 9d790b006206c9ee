/** Explains the functions of Safes, versions 1.3 to 1.5, and of the contract that makes several calls for them. */
import type { Finding } from '../../../shared/model/index.ts';
import { care, danger, information, lastDigits, row, tokensText } from '../../crypto/index.ts';
import { multiSendCalls } from './packed.ts';
import {
  ANY_CHAIN,
  type Arguments,
  type CallsInside,
  isNobody,
  listed,
  ownCallsFindings,
  power,
  type Standard,
  severalCalls,
} from './standard.ts';

const SAFE = 'Safe';
/** The number of the operation that runs another contract's code as the Safe. */
const DELEGATE = 1n;
/** Safe’s MultiSend and MultiSendCallOnly of versions 1.3.0 to 1.5.0, after safe-global/safe-deployments: they run no code but of the calls in them. */
export const MULTI_SENDS: readonly string[] = [
  '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761',
  '0x40a2accbd92bca938b02010e17a5b8929b49130d',
  '0x998739bfdaadde7c933b942a68053933098f9eda',
  '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b',
  '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526',
  '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
  '0x218543288004cd07832472d464648173c77d7eb7',
  '0xa83c336b20401af773b6219ba5027174338d1836',
];
/** Safe’s fallback handlers of versions 1.3.0 to 1.5.0, after safe-global/safe-deployments. */
const HANDLERS: ReadonlySet<string> = new Set([
  '0xf48f2b2d2a534e402487b3ee7c18c33aec0fe5e4',
  '0x017062a1de2fe6b99be3d9d37841fed19f573804',
  '0xfd0732dc9e303f09fcef3a7388ad10a83459ec99',
  '0x3efcbb83a4a7afcb4f68d501e2c2203a38be77f4',
]);
/** `2 signatures`. */
const signatures = (count: string) => `${count} ${count === '1' ? 'signature' : 'signatures'}`;

/**
 * Returns true when the Safe runs another contract's code as its own. Function names do not show the effect of that.
 */
export const isForeign = (of: Arguments) =>
  of.number('operation') !== 0n &&
  !(of.number('operation') === DELEGATE && MULTI_SENDS.includes(of.text('to').toLowerCase()));

/** Code of another contract that runs as the Safe. */
function delegateFinding(to: string, from: { readonly field: string; readonly mark: string }): Finding {
  return danger(`A delegate call: the code of ${to} runs as the Safe itself, and can take everything it holds.`, {
    ...from,
    basis: SAFE,
  });
}

/** About a call that is not an ordinary one, or to Safe's own contract for several. */
function foreignFinding(of: Arguments, to: string): Finding {
  const from = { field: 'operation', mark: of.mark };
  return of.number('operation') === DELEGATE
    ? delegateFinding(to, from)
    : danger(`A Safe has no operation ${of.text('operation')}: what becomes of the call is not known.`, {
        ...from,
        basis: SAFE,
      });
}

/** The amount that a Safe pays for each unit of gas. */
export const gasPriceText = (of: Arguments) =>
  isNobody(of.text('gasToken')) ? of.coins(of.number('gasPrice')) : of.tokens('gasPrice', 'gasToken');

/** An amount of what the Safe pays for gas with. */
const gasText = (of: Arguments, units: bigint) =>
  isNobody(of.text('gasToken')) ? of.coins(units) : tokensText(of.chain, of.text('gasToken'), units);

/** Findings about how the Safe makes the call, and its payment for that. */
export function safeFindings(of: Arguments): Finding[] {
  const to = of.text('to');
  const receiver = payee(of, 'refundReceiver');
  const price = gasPriceText(of);
  const base = of.number('baseGas');
  const more = base === 0n ? '' : ` and ${base} more, which alone are ${gasText(of, base * of.number('gasPrice'))}`;
  return [
    ...(isForeign(of) ? [foreignFinding(of, to)] : []),
    ...(of.number('operation') === 0n || of.number('value') === 0n
      ? []
      : [
          care(`${of.coins(of.number('value'))} is stated and not sent: a delegate call sends nothing.`, {
            field: 'value',
            basis: SAFE,
          }),
        ]),
    ...(of.number('operation') !== 0n && !isForeign(of)
      ? [information(`${to} is Safe’s own contract that makes several calls.`, { field: 'operation', basis: SAFE })]
      : []),
    ...(of.number('gasPrice') === 0n
      ? []
      : [
          danger(
            `The Safe pays ${receiver} for the gas: up to ${price} for each unit of gas that is used${more}. No maximum is stated.`,
            { field: 'gasPrice', basis: SAFE },
          ),
        ]),
  ];
}

/** The recipient of a payment by a Safe. */
const payee = (of: Arguments, name: string) => (isNobody(of.text(name)) ? 'whoever sends it' : of.text(name));

/** The amount that a Safe pays for its own deployment. */
const paymentText = (of: Arguments) =>
  isNobody(of.text('paymentToken')) ? of.coins(of.number('payment')) : of.tokens('payment', 'paymentToken');

/** A handler gets every call that the Safe has no function for, in the name of the Safe. */
function handlerFindings(handler: string): Finding[] {
  if (isNobody(handler) || HANDLERS.has(handler.toLowerCase())) return [];
  const text = `${handler} is not a known fallback handler of Safe: it is called in the name of the Safe. If it is a token, anyone can take the Safe’s balance of it.`;
  return [danger(text, { field: 'fallbackHandler', basis: SAFE })];
}

/** The effect of a call that a Safe makes. */
export const safeCall = (of: Arguments) =>
  `Have the Safe ${of.contract} ${isForeign(of) ? 'run foreign code as its own' : 'make a call'}`;

/** The call of a Safe, by the names of its members. */
export const SAFE_CALLS: readonly CallsInside[] = [
  {
    list: null,
    to: 'to',
    data: 'data',
    value: 'value',
    isDescribed: (of) => !isForeign(of),
    isDelegate: (of) => of.number('operation') === DELEGATE,
  },
];

/** A hash can be of anything that a Safe does. */
function hides(signature: string, field: string, does: Standard['does']): Standard {
  return {
    signature,
    basis: SAFE,
    does,
    findings: (of) => [
      danger('The approved content is unknown: the hash can stand for anything that the Safe can do.', {
        field,
        basis: SAFE,
        mark: lastDigits(of.text(field)),
      }),
    ],
  };
}

/** Calls by a module, and by Safe's module for ERC-4337, which makes them for a user operation. */
const MODULE_CALLS = [
  'execTransactionFromModule',
  'execTransactionFromModuleReturnData',
  'executeUserOp',
  'executeUserOpWithErrorString',
] as const;

/** By the names of their parameters in `does`, `findings` and `calls`. */
export const SAFES: readonly Standard[] = [
  {
    signature:
      'execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
    basis: SAFE,
    does: safeCall,
    calls: SAFE_CALLS,
    findings: (of) => safeFindings(of),
  },
  ...MODULE_CALLS.map(
    (name): Standard => ({
      signature: `${name}(address to, uint256 value, bytes data, uint8 operation)`,
      basis: SAFE,
      does: (of) => `${safeCall(of)}, as its module`,
      calls: SAFE_CALLS,
      findings: (of) => safeFindings(of),
    }),
  ),
  {
    signature: 'multiSend(bytes transactions)',
    basis: SAFE,
    places: { [ANY_CHAIN]: MULTI_SENDS },
    isForDelegates: true,
    does: severalCalls,
    findings: (of) => (of.isDelegate ? [] : ownCallsFindings(of, SAFE)),
    calls: [
      {
        list: null,
        to: null,
        data: 'transactions',
        value: null,
        unpack: multiSendCalls,
        undecodedText:
          'The calls in transactions are not shown: there is none, one is cut off or has an unknown operation, or one is of the zero address, which newer versions take for the Safe itself.',
      },
    ],
  },
  {
    signature:
      'setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
    basis: SAFE,
    does: (of) =>
      `Set up a Safe whose owners are ${listed(of.texts('owners'))}, with ${signatures(of.text('threshold'))} needed`,
    rows: (of) => [
      ...of.texts('owners').map((owner) => row('Owner', owner, 'address')),
      ...(of.number('payment') === 0n ? [] : [row('Payment', paymentText(of), 'amount')]),
    ],
    findings: (of) => [
      ...(isNobody(of.text('to')) ? [] : [delegateFinding(of.text('to'), { field: 'to', mark: of.mark })]),
      ...handlerFindings(of.text('fallbackHandler')),
      ...(of.number('payment') === 0n
        ? []
        : [
            danger(`The Safe pays ${paymentText(of)} for being made, to ${payee(of, 'paymentReceiver')}.`, {
              field: 'payment',
              basis: SAFE,
            }),
          ]),
    ],
  },
  hides('approveHash(bytes32 hash)', 'hash', (of) => `Approve the hash ${of.text('hash')} for the Safe ${of.contract}`),
  power(
    'addOwnerWithThreshold(address owner, uint256 threshold)',
    SAFE,
    (of) =>
      `Make ${of.text('owner')} an owner of the Safe ${of.contract}, with ${signatures(of.text('threshold'))} needed`,
    'owner',
  ),
  power(
    'removeOwner(address previous, address owner, uint256 threshold)',
    SAFE,
    (of) =>
      `Remove the owner ${of.text('owner')} of the Safe ${of.contract}, with ${signatures(of.text('threshold'))} needed`,
    'owner',
  ),
  power(
    'swapOwner(address previous, address oldOwner, address newOwner)',
    SAFE,
    (of) => `Replace the owner ${of.text('oldOwner')} of the Safe ${of.contract} by ${of.text('newOwner')}`,
    'newOwner',
  ),
  power(
    'changeThreshold(uint256 threshold)',
    SAFE,
    (of) => `Have the Safe ${of.contract} need ${signatures(of.text('threshold'))}`,
    'threshold',
  ),
  power(
    'enableModule(address module)',
    SAFE,
    (of) => `Let ${of.text('module')} act for the Safe ${of.contract} without signatures`,
    'module',
  ),
  power(
    'disableModule(address previous, address module)',
    SAFE,
    (of) => `Let ${of.text('module')} no longer act for the Safe ${of.contract}`,
    'module',
  ),
  power(
    'setGuard(address guard)',
    SAFE,
    (of) =>
      isNobody(of.text('guard'))
        ? `Take the guard off the Safe ${of.contract}`
        : `Make ${of.text('guard')} the guard of the Safe ${of.contract}, which can stop its transactions`,
    'guard',
  ),
  power(
    'setModuleGuard(address guard)',
    SAFE,
    (of) =>
      isNobody(of.text('guard'))
        ? `Take the guard off the modules of the Safe ${of.contract}`
        : `Make ${of.text('guard')} the guard of the modules of the Safe ${of.contract}, which can stop their transactions`,
    'guard',
  ),
  power(
    'setFallbackHandler(address handler)',
    SAFE,
    (of) => `Make ${of.text('handler')} the fallback handler of the Safe ${of.contract}`,
    'handler',
  ),
];
