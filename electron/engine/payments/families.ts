import {
  type AddressFormat,
  type ComposedPayment,
  type EndpointChain,
  type PaymentFamily,
  paymentFamilyOf,
  recipientFormats,
  type UnsignedPayment,
} from '../../../shared/model/index.ts';
import { ADDRESS_TABLE } from '../../crypto/index.ts';
import { BITCOIN } from './bitcoin.ts';
import { ETHEREUM } from './ethereum.ts';
import type { FamilyRule, OwnService } from './family-rule.ts';
import { SOLANA } from './solana.ts';
import { TRON } from './tron.ts';

const RULES: { readonly [Family in PaymentFamily]: FamilyRule<Family> } = {
  ethereum: ETHEREUM,
  solana: SOLANA,
  bitcoin: BITCOIN,
  tron: TRON,
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

/** Adds the chain's part to a payment. Throws what stands against it. */
export function completed<Family extends PaymentFamily>(
  payment: Extract<UnsignedPayment, { family: Family }>,
  own: OwnService,
): Promise<Extract<ComposedPayment, { family: Family }>> {
  const { complete } = RULES[payment.family as Family];
  return complete(payment, own);
}
