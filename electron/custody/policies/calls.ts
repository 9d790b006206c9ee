import type { TransactionType } from '../../../shared/model/index.ts';
import { contractCallFacts, type Facts, programCallFacts, UNPROVEN } from '../../crypto/index.ts';
import type { ActingContext } from '../request-context.ts';

/** The reader of the facts. */
export interface Given {
  readonly context: ActingContext;
  /** True for a rule that forbids or asks for more. */
  readonly forbids: boolean;
}

/**
 * Adds decoded calls to the facts of a transaction. The newest stored interface of the contract that decodes a call is
 * used. Choice (differing-interfaces): a rule that forbids cannot judge a call that two interfaces decode differently.
 * So nobody lifts it by adding one.
 */
export function withCalls(tx: Facts, type: TransactionType, { context, forbids }: Given): Facts {
  const { store, caller } = context;
  const interfacesAt = (address: unknown, chain: 'ETHEREUM' | 'SOLANA') =>
    store.smartContractInterfaces
      .at(caller.organization.organizationId, String(address))
      .filter((kept) => kept.type === `SMART_CONTRACT_INTERFACE_TYPE_${chain}`);
  const chosen = (calls: readonly (Facts | undefined)[], names: readonly string[]): Facts | undefined => {
    const [first, ...others] = calls.filter((call) => call !== undefined);
    const differ = forbids && others.some((other) => textOf(other) !== textOf(first));
    return differ ? { [UNPROVEN]: Object.fromEntries(names.map((name) => [name, DIFFERING])) } : first;
  };
  if (type === 'TRANSACTION_TYPE_ETHEREUM') {
    const calls = interfacesAt(tx.to, 'ETHEREUM').map((kept) =>
      contractCallFacts(kept.smartContractInterface, String(tx.data)),
    );
    const call = chosen(calls, ['function_name', 'contract_call_args']);
    const isUnread = call?.function_name !== undefined && call.contract_call_args === undefined;
    const unproven = { ...tx[UNPROVEN], ...call?.[UNPROVEN], ...(isUnread && { contract_call_args: UNREAD }) };
    return { ...tx, ...call, ...(Object.keys(unproven).length > 0 && { [UNPROVEN]: unproven }) };
  }
  if (type !== 'TRANSACTION_TYPE_SOLANA' || !Array.isArray(tx.instructions)) return tx;
  const instructions = tx.instructions.map((instruction: Facts) => {
    // The letter case of a program's key matters.
    const calls = interfacesAt(instruction.program_key, 'SOLANA')
      .filter((kept) => kept.smartContractAddress === instruction.program_key)
      .map((kept) => programCallFacts(kept.smartContractInterface, instruction));
    const call = chosen(calls, PARSED);
    return call === undefined ? instruction : { ...instruction, parsed_instruction_data: call };
  });
  return { ...tx, instructions };
}

const PARSED = ['instruction_name', 'discriminator', 'named_account', 'named_accounts', 'program_call_args'];
/** An old contract reads data that is cut off as if zeros followed, so its arguments are not absent. */
const UNREAD = 'cannot be read: the data does not fit the function';
const DIFFERING = 'is not the same in the interfaces of the contract: delete those that are wrong';

/** The facts as text, to compare them. */
const textOf = (facts: Facts | undefined): string =>
  JSON.stringify(facts, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
