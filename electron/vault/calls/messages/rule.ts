import type { Finding } from '../../../../shared/model/index.ts';
import { care, danger, row, type TypedMessage } from '../../../crypto/index.ts';
import { type Arguments, isNobody, type Standard } from '../standard.ts';

/**
 * What a message of one exact type does. `signature` is the whole encodeType of EIP-712, so a message with one more, one
 * fewer or one other member has no rule.
 */
export interface MessageRule extends Standard {
  /** Whether the rule holds for the message's domain. Without it, the domain must name a contract. */
  readonly isFor?: (message: TypedMessage) => boolean;
}

/** For messages that hold at known contracts only. Addresses in lower case. */
export const at = (...contracts: readonly string[]): Pick<MessageRule, 'isFor'> => ({
  isFor: ({ to }) => to !== null && contracts.includes(to.toLowerCase()),
});

/** For messages of an application that names itself in the domain, and names no contract of its own. */
export const named = (name: string, version: string): Pick<MessageRule, 'isFor'> => ({
  isFor: ({ domain }) => domain.get('name') === name && domain.get('version') === version,
});

export const nonceRow = (of: Arguments) => (of.text('nonce') === '' ? [] : [row('Nonce', of.text('nonce'))]);

/** Whoever has the signature hands it in. */
export function handedIn(what: string, basis: string): Finding[] {
  return [care(`Whoever has the signature can ${what}, without asking again.`, { basis })];
}

/** Somebody may act for the account, or move what it has, until it is taken back. */
export function powerFinding(text: string, from: { readonly field: string; readonly basis: string }): Finding {
  return danger(text, from);
}

/** Units of a token that has six decimals, as a decimal number without zeros at its end. */
export function sixDecimals(units: bigint): string {
  return `${units / 1_000_000n}.${String(units % 1_000_000n).padStart(6, '0')}`.replace(/\.?0+$/, '');
}

/** The address that a member names, or the account itself where it names nobody. */
export function accountOr(of: Arguments, name: string): string {
  return isNobody(of.text(name)) ? 'the account' : of.text(name);
}

/** An order that gives something for nothing. */
export function nothingInReturn(field: string, basis: string): Finding {
  return danger('It asks for nothing in return.', { field, basis });
}

/** A danger that leaves something unexplained, so that the message needs the mark. */
export function blindFinding(
  of: Arguments,
  text: string,
  from: { readonly field: string; readonly basis: string },
): Finding {
  return danger(text, { ...from, mark: of.mark });
}
