/** Calls of Uniswap's Universal Router: a plan of commands, whose arguments are packed. */
import type { DecodedField, Finding } from '../../../shared/model/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import {
  type AbiArgument,
  type AbiFunction,
  abiOf,
  allTokensText,
  type ContractCall,
  calledFunction,
  danger,
  row,
  SELECTOR_BYTES,
  tokensText,
  untilText,
} from '../../crypto/index.ts';
import { argumentsFor } from './arguments.ts';
import { membersOf } from './descriptors/paths.ts';
import { argumentsOf, type CallReading, callFields, markOf, tokenChain } from './reading.ts';
import { ACTIONS } from './router-actions.ts';
import {
  ALL,
  COIN,
  COMMAND,
  COMMANDS,
  type Command,
  type Input,
  ITSELF,
  MAY_FAIL,
  POOL_ACTIONS,
  ROUTER,
  ROUTERS,
  SUB_PLAN,
  sentElsewhere,
} from './router-commands.ts';
import { type Ledger, openLedger } from './router-ledger.ts';

const PLAN = 'bytes commands, bytes[] inputs';
/** Commands of all plans together, and plans in each other: more are not read. */
const MAXIMUM_COMMANDS = 64;
const MAXIMUM_DEPTH = 4;
/** Addresses that mean the transaction's sender, and the router. */
const SENDER = 1n;
const ROUTER_ITSELF = 2n;

/** The explanation of commands: clauses of a sentence, and the other parts of a reading. */
interface DescribedCommand {
  readonly clauses: readonly string[];
  readonly rows: readonly DecodedField[];
  readonly fields: readonly DecodedField[];
  readonly findings: readonly Finding[];
}

/** Commands of the router, or actions in pools, by their numbers. */
type Table = ReadonlyMap<number, AbiFunction>;

let known: {
  readonly calls: ReturnType<typeof abiOf>;
  readonly commands: Table;
  readonly actions: Table;
} | null = null;

/** Made for the first call. */
function functions() {
  const tableOf = (commands: Readonly<Record<number, Pick<Command, 'signature'>>>): Table =>
    new Map(
      Object.entries(commands).flatMap(([number, { signature }]) =>
        [...abiOf([signature]).values()].map((each) => [Number(number), each] as const),
      ),
    );
  known ??= {
    calls: abiOf([`execute(${PLAN}, uint256 deadline)`, `execute(${PLAN})`]),
    commands: tableOf({
      ...COMMANDS,
      [SUB_PLAN]: { signature: `EXECUTE_SUB_PLAN(${PLAN})` },
      [POOL_ACTIONS]: { signature: `V4_SWAP(${PLAN})` },
    }),
    actions: tableOf(ACTIONS),
  };
  return known;
}

/**
 * Describes a call of the router. Returns null for another function, and for data that does not begin with a valid
 * call.
 */
export function readRouter(call: ContractCall): CallReading | null {
  const called = calledFunction(functions().calls, call.data);
  const found = called === undefined ? null : argumentsOf(called, call);
  if (called === undefined || found === null) return null;
  const { values, tail } = found;
  const ledger = openLedger(call);
  const { clauses, rows, fields, findings } = readPlan(call, values, {
    field: call.field,
    isOfPools: false,
    depth: 0,
    left: { commands: MAXIMUM_COMMANDS },
    ledger,
  });
  const deadline = values[2]?.value;
  return {
    sentence: `Have the router ${call.to} ${clauses.join(', then ') || 'do nothing'}`,
    coins: 'taken',
    summary: [...rows, ...(typeof deadline === 'bigint' ? [row('Valid until', untilText(deadline), 'time')] : [])],
    fields: [...callFields(called, values, call), ...fields],
    findings: [...strangerFindings(call), ...findings, ...ledger.findings()],
    calls: [],
    tail,
  };
}

/** Another contract may do something else with the same commands. */
function strangerFindings(call: ContractCall): Finding[] {
  if (call.chain !== null && ROUTERS[call.chain]?.includes(call.to.toLowerCase()) === true) return [];
  const text = `${call.to} is not a known router of Uniswap: it can do something else with the commands.`;
  return [danger(text, { field: `${call.field}.commands`, basis: ROUTER, mark: markOf(call) })];
}

interface Place {
  readonly field: string;
  /** True for actions in pools, and not commands of the router. */
  readonly isOfPools: boolean;
  readonly depth: number;
  readonly left: { commands: number };
  readonly ledger: Ledger;
}

function readPlan(call: ContractCall, [commands, inputs]: readonly AbiArgument[], place: Place): DescribedCommand {
  const bytes = commands?.value instanceof Uint8Array ? commands.value : new Uint8Array(0);
  const given = membersOf(inputs);
  const described = Array.from(bytes, (byte, index): DescribedCommand => {
    const input = given[index]?.value;
    place.left.commands -= 1;
    if (place.left.commands < 0) return { clauses: [], rows: [], fields: [], findings: [] };
    return readCommand(
      call,
      { byte, input: input instanceof Uint8Array ? input : null },
      {
        ...place,
        field: `${place.field}.inputs[${index}]`,
      },
    );
  });
  const mark = markOf(call);
  const from = { field: `${place.field}.commands`, basis: ROUTER, mark };
  return {
    clauses: described.flatMap(({ clauses }) => clauses),
    rows: described.flatMap(({ rows }) => rows),
    fields: described.flatMap(({ fields }) => fields),
    findings: [
      ...(bytes.length === given.length ? [] : [danger('The numbers of inputs and commands differ.', from)]),
      ...(place.left.commands < 0
        ? [danger(`It has more than the ${MAXIMUM_COMMANDS} commands that Castellan decodes.`, from)]
        : []),
      ...described.flatMap(({ findings }) => findings),
    ],
  };
}

function readCommand(
  call: ContractCall,
  { byte, input }: { readonly byte: number; readonly input: Uint8Array | null },
  place: Place,
): DescribedCommand {
  const { isOfPools, depth } = place;
  const number = isOfPools ? byte : byte & COMMAND;
  const declared = functions()[isOfPools ? 'actions' : 'commands'].get(number);
  const values = input === null || declared === undefined ? null : declared.decode(prefixed(input));
  const orNot = isOfPools || (byte & MAY_FAIL) === 0 ? '' : ', or continue if that fails';
  if (values === null || declared === undefined) return undecoded(call, byte, place.field);
  const fields = callFields(declared, values, { ...call, field: place.field });
  const isPool = number === POOL_ACTIONS && !isOfPools;
  if (isPool || (number === SUB_PLAN && !isOfPools)) {
    if (depth >= MAXIMUM_DEPTH) return undecoded(call, byte, place.field);
    const plan = readPlan(call, values, { ...place, isOfPools: isPool, depth: depth + 1 });
    const said = plan.clauses.join(', then ');
    return {
      ...plan,
      clauses: [
        isPool
          ? `use pools of version 4 (${said || 'for nothing'})${orNot}`
          : `run a plan (${said || 'of nothing'})${orNot}`,
      ],
      fields: [...fields, ...plan.fields],
    };
  }
  const command = isOfPools ? ACTIONS[number] : COMMANDS[number];
  const of = inputOf(call, values);
  const clause = command?.does(of) ?? null;
  if (command === undefined || clause === null) return undecoded(call, byte, place.field);
  if (isOfPools) place.ledger.act(number, of);
  else place.ledger.take(number, of);
  return {
    clauses: [`${clause}${orNot}`],
    rows: [...(command.rows?.(of) ?? []), ...recipientRows(of)],
    fields,
    findings: findingsOf(command, of).map((found) => ({ ...found, field: `${place.field}.${found.field}` })),
  };
}

/** Prepends an unused selector to the arguments of a call. */
function prefixed(input: Uint8Array): Uint8Array {
  const data = new Uint8Array(SELECTOR_BYTES + input.length);
  data.set(input, SELECTOR_BYTES);
  return data;
}

function undecoded(call: ContractCall, byte: number, field: string): DescribedCommand {
  const name = `0x${hexEncode(Uint8Array.of(byte))}`;
  const text = `The command ${name} is not decoded: its amounts and recipients are unknown.`;
  return {
    clauses: [`run ${name}, an unknown command`],
    rows: [],
    fields: [],
    findings: [danger(text, { field, basis: ROUTER, mark: markOf(call) })],
  };
}

function inputOf(call: ContractCall, values: readonly AbiArgument[]): Input {
  const of = argumentsFor(call, values);
  const chain = tokenChain(call);
  const recipient = of.text('recipient');
  const number = /^0x[0-9a-f]{40}$/i.test(recipient) ? BigInt(recipient) : 0n;
  const isSender = number === SENDER || recipient.toLowerCase() === call.from?.toLowerCase();
  const isItself = number === ROUTER_ITSELF || recipient.toLowerCase() === call.to.toLowerCase();
  return {
    ...of,
    recipient: isSender ? 'the sender' : isItself ? ITSELF : recipient,
    address: call.address,
    nameOf: (token) => (token === COIN ? 'coins' : allTokensText(chain, token).replace(/^all (?:of )?/, '')),
    amountOf(units, token) {
      if (token === COIN) return units === ALL ? 'all coins' : call.amount(units);
      return units === ALL ? allTokensText(chain, token) : tokensText(chain, token, units);
    },
  };
}

const isNamed = ({ recipient }: Input) => recipient.startsWith('0x');

function recipientRows(of: Input): DecodedField[] {
  return isNamed(of) ? [row('To', of.recipient, 'address')] : [];
}

function findingsOf(command: Command, of: Input): readonly Finding[] {
  return [...(command.findings?.(of) ?? []), ...(isNamed(of) ? [sentElsewhere(of.recipient, 'recipient')] : [])];
}
