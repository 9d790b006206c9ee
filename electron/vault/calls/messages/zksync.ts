/** Native transactions of zkSync Era (EIP-712 transaction type 0x71), which wallets sign as typed data. */
import { ethereumChainName, type Finding } from '../../../../shared/model/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';
import { abiOf, allowedText, calledFunction, care, danger, isAllOf, row } from '../../../crypto/index.ts';
import { type Arguments, approvalFinding, highFeeFindings } from '../standard.ts';
import { blindFinding, type MessageRule, named } from './rule.ts';

const BASIS = 'zkSync Era';
const ADDRESS_DIGITS = 40;
/** The number of the transaction type, 0x71. */
const TYPE = 113n;

/**
 * Era and its test network, and other chains of the ZK Stack: Abstract, Lens, Sophon, Cronos zkEVM, ZERO and Treasure.
 * Other chains have no such transactions, so the meaning of one there is not known.
 */
const CHAINS: ReadonlySet<string> = new Set(
  [324, 300, 2741, 11124, 232, 37111, 50104, 388, 543210, 61166].map((id) => ethereumChainName(id)),
);

/** Decodes an address from a number. Null for a number that is too large. */
function addressIn(of: Arguments, name: string): Uint8Array | null {
  const digits = of.number(name).toString(16).padStart(ADDRESS_DIGITS, '0');
  return digits.length > ADDRESS_DIGITS ? null : hexDecode(digits);
}

function rowOf(of: Arguments, label: string, name: string) {
  const address = addressIn(of, name);
  return address === null ? row(label, of.text(name)) : row(label, of.address(address), 'address');
}

const feeOf = (of: Arguments) => of.number('gasLimit') * of.number('maxFeePerGas');

/** Why the message is not only a call of one contract. */
function hiddenFindings(of: Arguments) {
  const mark = (field: string) => ({ field, basis: BASIS, mark: of.mark });
  return [
    ...(CHAINS.has(of.chain ?? '')
      ? []
      : [
          danger(
            `The domain ${of.chain === null ? 'names no chain' : 'names a chain that is not known for transactions of zkSync'}: its effect is unknown.`,
            { field: 'to', basis: BASIS, mark: of.mark },
          ),
        ]),
    ...(of.number('txType') === TYPE
      ? []
      : [danger('It is not a native transaction of zkSync: its type is not 113.', mark('txType'))]),
    ...(['from', 'to', 'paymaster'] as const).flatMap((name) =>
      addressIn(of, name) === null ? [danger(`The member ${name} is no address.`, mark(name))] : [],
    ),
    ...(of.texts('factoryDeps').length === 0
      ? []
      : [danger('It publishes contract code of which only the hashes are known.', mark('factoryDeps'))]),
    ...(of.number('paymaster') === 0n
      ? []
      : [care('Another contract pays the fee, by rules of its own.', { field: 'paymaster', basis: BASIS })]),
    ...paymasterFindings(of),
  ];
}

let flows: ReturnType<typeof abiOf> | null = null;

/** The paymaster flow of an account: it may let the paymaster take tokens, and hands it bytes. */
interface Flow {
  /** The token that it lets the contract take, and how much. Null for none. */
  readonly allowed: { readonly token: string; readonly units: bigint } | null;
  /** Bytes that only the contract reads. */
  readonly input: Uint8Array;
}

/** Null for bytes that are none of both. */
function flowOf(of: Arguments): Flow | null {
  flows ??= abiOf(['general(bytes input)', 'approvalBased(address token, uint256 minAllowance, bytes input)']);
  const data = of.bytes('paymasterInput');
  const values = calledFunction(flows, data)?.decode(data) ?? null;
  const input = values?.at(-1)?.value;
  if (values === null || !(input instanceof Uint8Array)) return null;
  const [token, units] = values.map(({ value }) => value);
  return { input, allowed: typeof token === 'string' && typeof units === 'bigint' ? { token, units } : null };
}

const takenText = (of: Arguments, { token, units }: NonNullable<Flow['allowed']>) =>
  allowedText(of.chain, token, units);

function paymasterFindings(of: Arguments): Finding[] {
  const from = { field: 'paymasterInput', basis: BASIS };
  if (of.bytes('paymasterInput').length === 0) return [];
  const flow = flowOf(of);
  if (flow === null)
    return [
      danger('The input of the contract that pays the fee is not decoded. It can be an approval of tokens.', {
        ...from,
        mark: of.mark,
      }),
    ];
  const paymaster = addressIn(of, 'paymaster');
  return [
    ...(flow.allowed === null || paymaster === null
      ? []
      : [
          approvalFinding(
            of.address(paymaster),
            {
              taken: takenText(of, flow.allowed),
              isAll: isAllOf(of.chain, flow.allowed.token, flow.allowed.units),
            },
            from,
          ),
        ]),
    ...(flow.input.length === 0
      ? []
      : [
          blindFinding(
            of,
            `Its data for the contract that pays the fee is not decoded: ${flow.input.length === 1 ? '1 byte' : `${flow.input.length} bytes`}, which only that contract reads.`,
            from,
          ),
        ]),
  ];
}

/** Rows of what the contract that pays the fee may take for it. */
function paymasterRows(of: Arguments) {
  const allowed = flowOf(of)?.allowed ?? null;
  return [
    ...(of.number('paymaster') === 0n ? [] : [rowOf(of, 'Fee paid by', 'paymaster')]),
    ...(allowed === null ? [] : [row('Spending limit for the fee', takenText(of, allowed), 'amount')]),
  ];
}

export const ZKSYNC: readonly MessageRule[] = [
  {
    signature:
      'Transaction(uint256 txType,uint256 from,uint256 to,uint256 gasLimit,uint256 gasPerPubdataByteLimit,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 paymaster,uint256 nonce,uint256 value,bytes data,bytes32[] factoryDeps,bytes paymasterInput)',
    basis: BASIS,
    ...named('zkSync', '2'),
    does: (of) => (of.bytes('data').length === 0 ? 'Make a transaction of zkSync' : 'Have the account make a call'),
    rows: (of) => [
      rowOf(of, 'From', 'from'),
      // The call that the message is has a row of its recipient.
      ...(addressIn(of, 'to') === null ? [row('To', of.text('to'))] : []),
      ...paymasterRows(of),
      row('Fee at most', of.coins(feeOf(of)), 'amount'),
      row('Nonce', of.text('nonce')),
    ],
    calls: [
      {
        list: null,
        to: null,
        data: 'data',
        value: 'value',
        unpack(data, of) {
          const [from, to] = [addressIn(of, 'from'), addressIn(of, 'to')];
          return to === null
            ? []
            : [{ ...(from === null ? {} : { from }), to, value: of.number('value'), data, isDelegate: false }];
        },
      },
    ],
    findings: (of) => [
      ...hiddenFindings(of),
      ...highFeeFindings(of, feeOf(of), { field: 'maxFeePerGas', basis: BASIS }),
    ],
  },
];
