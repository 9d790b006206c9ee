/** Powers that a call gives, recognised by the names of its function and arguments. A descriptor has no word for them. */
import type { Finding } from '../../../shared/model/index.ts';
import { type AbiArgument, type ContractCall, danger } from '../../crypto/index.ts';
import { isList, membersOf } from './descriptors/paths.ts';
import { textOf } from './reading.ts';
import { isNobody } from './standard.ts';

/** Functions that let somebody act, take or receive. Those that stake or vote name a candidate or a delegatee. */
const GIVES =
  /^(?:approve|authori[sz]e|allow|delegate|grant|enable|createSession|complete\w*authori[sz]ation|(?:add|set|register)\w*(?:delegat|allow|executor|operator|manager|signer|agent|withdrawaddr|authori[sz]|recipient)|(?:batch)?(?:add|set|update)\w*(?:white|allow)list)/i;
const HOLDER =
  /^_?(?:spender|delegate|operator|(?:position)?manager|(?:claim)?executors?|(?:claim)?recipients?|signer|agent|engine|session\w*|grantee|borrower|beneficiary|withdraw(?:al)?addr(?:ess)?|keeper|controller|relayer|targets?|account|user|(?:new)?addr(?:ess(?:es)?)?)_?$/i;
/** A call of another contract with the rest of the data, after the approval. */
const CALLS_ON = /AndCall$/;

/**
 * Returns the findings about powers that a call of `name` gives. A call that says false takes them back.
 * `isShown` is true for a value that an inner call shows.
 */
export function powerFindings(
  name: string,
  values: readonly AbiArgument[],
  { call, mark, basis, isShown }: PowerOf,
): Finding[] {
  const flags = values.filter(({ type }) => type === 'bool');
  if (!GIVES.test(name) || (flags.length === 1 && flags[0]?.value === false)) return [];
  const holders = values.flatMap((value) => addressesIn(value, value.name, call));
  const [holder] = holders;
  if (holder === undefined) return [];
  const more = holders.length > 1 ? ` and ${holders.length - 1} more` : '';
  const from = (field: string) => ({ field: `${call.field}.${field}`, basis });
  const data = values.find((value) => value.type === 'bytes' && !isShown(value) && !isEmpty(value));
  return [
    danger(
      `It gives ${holder.address}${more} power over what the account has at ${call.to}: the descriptor explains its words, not how far the power goes.`,
      from(holder.name),
    ),
    ...(CALLS_ON.test(name) && data !== undefined
      ? [
          danger(`${holder.address} is called with ${data.name}, whose effect is unknown.`, {
            ...from(data.name),
            mark,
          }),
        ]
      : []),
  ];
}

interface PowerOf {
  readonly call: ContractCall;
  readonly mark: string;
  readonly basis: string;
  readonly isShown: (value: AbiArgument) => boolean;
}

const isEmpty = ({ value }: AbiArgument) => value instanceof Uint8Array && value.length === 0;

/** The addresses of holders, also those in a list or a tuple, by the name of the argument that has them. */
function addressesIn(
  argument: AbiArgument,
  name: string,
  call: ContractCall,
): { readonly name: string; readonly address: string }[] {
  if (isList(argument)) return membersOf(argument).flatMap((item) => addressesIn(item, name, call));
  if (Array.isArray(argument.value)) return membersOf(argument).flatMap((item) => addressesIn(item, item.name, call));
  if (argument.type !== 'address' || !HOLDER.test(name)) return [];
  const address = textOf(argument, call);
  return isNobody(address) ? [] : [{ name, address }];
}
