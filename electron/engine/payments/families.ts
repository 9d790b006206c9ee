import { sentence, type Text } from '../../../shared/errors/index.ts';
import {
  type AddressFormat,
  type ComposedPayment,
  type EndpointChain,
  type PaymentFamily,
  paymentFamilyOf,
  recipientFormats,
} from '../../../shared/model/index.ts';
import { ADDRESS_TABLE } from '../../crypto/index.ts';
import { isShortened } from '../addresses/address-faults.ts';
import { withoutEdges } from '../addresses/entries.ts';
import { BITCOIN } from './bitcoin.ts';
import { ETHEREUM } from './ethereum.ts';
import type { ChainPart, FamilyRule, Numbered } from './family-rule.ts';
import { SOLANA } from './solana.ts';
import { TEMPO } from './tempo.ts';
import { TRON } from './tron.ts';

const RULES: { readonly [Family in PaymentFamily]: FamilyRule<Family> } = {
  ethereum: ETHEREUM,
  solana: SOLANA,
  bitcoin: BITCOIN,
  tron: TRON,
  tempo: TEMPO,
};

/** Returns the reason why a pasted text is no address, although one is in it or was shortened to it. Null for others. */
function pastedFault(text: string, normalize: (address: string) => string | null): Text | null {
  if (isShortened(text)) return sentence`This address is shortened. Enter the whole address.`;
  const joined = text.replace(/\s+/g, '');
  const bare = withoutEdges(joined.replace(/\p{Cf}+/gu, ''));
  const right = bare === text ? null : normalize(bare);
  if (right === null) return null;
  const what = bare === joined ? 'spaces in it' : 'other characters in or around it, which can be invisible';
  return sentence`This address has ${what}. Remove them and compare it with its source: ${right}.`;
}

/** Returns the rule of a chain's family, with the formats and the normal form of its addresses. */
export function familyOf(chain: EndpointChain): Omit<FamilyRule<PaymentFamily>, 'complete' | 'misspelling'> & {
  readonly formats: readonly AddressFormat[];
  readonly normalize: (address: string) => string | null;
  /** The reason why a text is no address, with the right spelling where one is known. */
  readonly misspelling: (text: string) => Text;
} {
  const formats = recipientFormats(chain);
  const normalize = (address: string) =>
    formats.map((format) => ADDRESS_TABLE[format].normalize(address)).find((text) => text !== null) ?? null;
  const rule = RULES[paymentFamilyOf(chain)];
  const misspelling = (text: string) => pastedFault(text, normalize) ?? rule.misspelling(text, normalize);
  return { ...rule, formats, normalize, misspelling };
}

/** Adds the chain's part to payments of one account and chain. Throws what stands against them. */
export async function completed(
  payments: readonly Numbered[],
  chainPart: ChainPart,
): Promise<readonly ComposedPayment[]> {
  const [first] = payments;
  return first === undefined ? [] : await completeAs(first.payment.family, payments, chainPart);
}

function completeAs<Family extends PaymentFamily>(
  family: Family,
  payments: readonly Numbered[],
  chainPart: ChainPart,
): Promise<readonly ComposedPayment[]> {
  return RULES[family].complete(payments as readonly unknown[] as readonly Numbered<Family>[], chainPart);
}
