import type { DecodedField } from '../../../../../shared/model/index.ts';
import { hexEncode } from '../../../../../shared/wire/index.ts';
import { placeIn } from '../../../transactions/reading.ts';
import type { Read } from '../bcs.ts';
import { addressIn } from './moves.ts';
import type { Argument, Command, Input, ObjectReference, SuiTransaction } from './transaction.ts';
import { argumentText, commandStep } from './words.ts';

/** Returns all fields of a transaction with their places, in the order of its bytes. */
export function fieldsOf(bytes: Uint8Array, transaction: SuiTransaction): DecodedField[] {
  const { inputs, commands, sender, payment, payer, gasPrice, budget, lastEpoch } = transaction;
  const recipients = new Set(
    commands.flatMap(({ value }) =>
      value.kind === 'transfer' && value.to.kind === 'input' && addressIn(transaction, value.to) !== null
        ? value.to.of
        : [],
    ),
  );
  const field = (
    name: string,
    read: Read<unknown>,
    { kind = 'text', value = String(read.value) }: Partial<Pick<DecodedField, 'kind' | 'value'>> = {},
  ): DecodedField => ({ name, value, kind, ...placeIn(bytes, read.bytes) });
  return [
    ...inputs.map((input, index) => {
      const kind = recipients.has(index) ? 'address' : 'bytes';
      return field(`inputs[${index}]`, input, {
        value: inputText(input.value),
        kind: input.value.kind === 'pure' ? kind : 'text',
      });
    }),
    ...commands.map((command, index) =>
      field(`commands[${index}]`, command, { value: commandText(transaction, command.value) }),
    ),
    field('sender', sender, { kind: 'address' }),
    ...payment.map((coin, index) => field(`gasPayment[${index}]`, coin, { value: referenceText(coin.value) })),
    field('gasOwner', payer, { kind: 'address' }),
    field('gasPrice', gasPrice, { kind: 'amount' }),
    field('gasBudget', budget, { kind: 'amount' }),
    field('expiration', lastEpoch, {
      value: lastEpoch.value === null ? 'none' : `after epoch ${lastEpoch.value}`,
    }),
  ];
}

const referenceText = ({ id, version, digest }: ObjectReference): string =>
  `${id}, version ${version}, digest ${digest}`;

function inputText(input: Input): string {
  if (input.kind === 'pure') return `0x${hexEncode(input.value)}`;
  if (input.kind === 'shared')
    return `shared object ${input.id} since version ${input.version}, ${input.isMutable ? 'to be changed' : 'only read'}`;
  return `${input.kind === 'owned' ? 'object' : 'received object'} ${referenceText(input)}`;
}

/** The effect of a command, and the arguments and types that the words do not have. */
function commandText(transaction: SuiTransaction, command: Command): string {
  const list = (all: readonly Argument[]) => all.map((argument) => argumentText(transaction, argument)).join(', ');
  const step = commandStep(transaction, command);
  switch (command.kind) {
    case 'call': {
      const types = command.types.length === 0 ? '' : `<${command.types.join(', ')}>`;
      return `${step}${types}(${list(command.given)})`;
    }
    case 'transfer':
      return command.objects.length === 1 ? step : `${step}: ${list(command.objects)}`;
    case 'split':
      return `${step}: ${list(command.amounts)}`;
    case 'merge':
      return command.coins.length === 1 ? step : `${step}: ${list(command.coins)}`;
    case 'vector':
      return `${step}: ${list(command.items)}`;
    default:
      return step;
  }
}
