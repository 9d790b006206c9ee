import {
  type AddressFormat,
  type ComposedPayment,
  type EndpointChain,
  type PaymentFamily,
  paymentFamilyOf,
  recipientFormats,
} from '../../../shared/model/index.ts';
import { ADDRESS_TABLE } from '../../crypto/index.ts';
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

/** Returns the rule of a chain's family, with the formats and the spelling of its addresses. */
export function familyOf(chain: EndpointChain): Omit<FamilyRule<PaymentFamily>, 'complete'> & {
  readonly formats: readonly AddressFormat[];
  readonly spelled: (address: string) => string | null;
} {
  const formats = recipientFormats(chain);
  const spelled = (address: string) =>
    formats.map((format) => ADDRESS_TABLE[format].normalize(address)).find((text) => text !== null) ?? null;
  return { ...RULES[paymentFamilyOf(chain)], formats, spelled };
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
