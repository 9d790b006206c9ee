import {
  type AddressFormat,
  type EndpointChain,
  PAYMENT_FORMATS,
  type PaymentFamily,
  paymentFamilyOf,
} from '../../../shared/model/index.ts';
import { ADDRESS_TABLE } from '../../crypto/index.ts';
import { ETHEREUM } from './ethereum.ts';
import type { FamilyRule } from './family-rule.ts';
import { SOLANA } from './solana.ts';

const RULES: Readonly<Record<PaymentFamily, FamilyRule>> = { ethereum: ETHEREUM, solana: SOLANA };

/** Returns the rule of a chain's family, with the format and the spelling of its addresses. */
export function familyOf(chain: EndpointChain): FamilyRule & {
  readonly format: AddressFormat;
  readonly spelled: (address: string) => string | null;
} {
  const family = paymentFamilyOf(chain);
  const format = PAYMENT_FORMATS[family];
  return { ...RULES[family], format, spelled: (address) => ADDRESS_TABLE[format].normalize(address) };
}
