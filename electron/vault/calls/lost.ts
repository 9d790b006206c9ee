/** Findings about tokens sent to addresses without a key, and allowances for such addresses. */
import type { Finding } from '../../../shared/model/index.ts';
import { type AbiArgument, burntFinding, type ContractCall, danger, isBurnt, tokenOf } from '../../crypto/index.ts';
import type { Described } from './descriptors/describe.ts';
import { isList, membersOf } from './descriptors/paths.ts';
import { keptByNobody } from './known-contracts.ts';
import { textOf, tokenChain } from './reading.ts';
import { isNobody, type Standard } from './standard.ts';

/** The parameter names of the receiver of tokens, and of a spender, in standards. */
export const RECEIVERS: ReadonlySet<string> = new Set(['to', 'receiver', 'recipient']);
const TAKERS: ReadonlySet<string> = new Set(['spender', 'operator']);
/** Names of accounts that get something. The zero address stands for nobody or for the sender there. */
const GETS = /(?:recipient|receiver|beneficiary|account|owner|onBehalfOf|payee|delegatee|destination)_?$/i;
/** Accounts that a call only names. */
const GETS_NOTHING = /referr|partner|affiliate|integrator/i;
/** Facts about addresses among the values. */
type Known = Pick<Described, 'senders' | 'accounts'>;
/** Members and values that stand beside a taker and give it nothing. */
const NONE: ReadonlySet<AbiArgument> = new Set();
const NOTHING_GIVEN: ReadonlySet<string> = new Set(['amount 0', 'value 0', 'approved false', 'allowed false']);

/**
 * About every receiver and taker among the values of a call that moves tokens, in lists and tuples too.
 * @param known Addresses that stand for the account that sends the call, and those that are accounts of people.
 */
export function lostFindings(
  call: ContractCall,
  { moves }: Pick<Standard, 'moves'>,
  values: readonly AbiArgument[],
  { senders, accounts }: Known = { senders: NONE, accounts: NONE },
): Finding[] {
  if (moves === undefined) return [];
  const found: Finding[] = [];
  const look = (siblings: readonly AbiArgument[], pathOf: (name: string) => string) => {
    const givesNothing = siblings.some(({ name, value }) => NOTHING_GIVEN.has(`${name} ${String(value)}`));
    for (const argument of siblings) {
      const { type, value } = argument;
      const path = pathOf(argument.name);
      const name = argument.name.replace(/^_/, '');
      if (Array.isArray(value))
        look(membersOf(argument), (inner) => (isList(argument) ? `${path}[${inner}]` : `${path}.${inner}`));
      if (type !== 'address' || senders.has(argument)) continue;
      const address = textOf(argument, call);
      const isAccount = accounts.has(argument) && !GETS_NOTHING.test(name);
      if ((RECEIVERS.has(name) || isAccount) && isBurnt(address)) found.push(burntFinding(address, path));
      else if (GETS.test(name) && isBurnt(address) && !isNobody(address))
        found.push(
          danger(`${address} is an address without a known key: nobody can use what it gets.`, { field: path }),
        );
      else if (RECEIVERS.has(name) && moves === 'own tokens' && address.toLowerCase() === call.to.toLowerCase())
        found.push(
          danger('The tokens go to the contract of the token itself, and nobody can recover them.', {
            field: path,
          }),
        );
      else if (isAccount || (RECEIVERS.has(name) && moves === 'own tokens'))
        found.push(...otherTokenFindings(call, address, path));
      if (TAKERS.has(name) && isBurnt(address) && !givesNothing)
        found.push(
          danger(
            `${address} is an address without a known key: nobody can use the allowance, and many tokens refuse it.`,
            { field: path },
          ),
        );
    }
  };
  look(values, (name) => name);
  return found;
}

/** Tokens that go to the contract of another token, or to a contract that returns none. */
function otherTokenFindings(call: ContractCall, address: string, field: string): Finding[] {
  const other = tokenOf(tokenChain(call), address);
  if (other === null) return keptByNobody(address, 'tokens', field);
  const text = `${address} is the contract of the token ${other.symbol}, which returns nothing: anything sent there is likely lost.`;
  return [danger(text, { field })];
}
