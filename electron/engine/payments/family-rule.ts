import type { Text } from '../../../shared/errors/index.ts';
import type {
  ComposedPayment,
  EndpointChain,
  Payment,
  PaymentFamily,
  PaymentFees,
  UnsignedPayment,
} from '../../../shared/model/index.ts';
import type { Queries } from '../queries/queries.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';

/** Opens the local service, which knows the nodes. */
export type OwnService = () => Promise<NonNullable<ReturnType<ServiceKeeper['own']>>>;

/** The payment that a quote is for. */
export interface WantedQuote {
  readonly chain: EndpointChain;
  readonly from: string;
  readonly payment: Payment;
}

/** The payments of a family of chains, as the engine knows them. */
export interface FamilyRule<Family extends PaymentFamily> {
  /** The chain's name in the table of known tokens. */
  readonly tokensName: (chain: EndpointChain) => string;
  /** The token that is listed first, on a chain without a coin. In lower case. */
  readonly firstToken?: string;
  /** The reason why a text is no address, with the right spelling where one is known. */
  readonly misspelling: (text: string, normalize: (address: string) => string | null) => Text;
  /** Returns true for an address that no key can sign for. */
  readonly isOffCurve: (address: string) => boolean;
  /** The lowercase CAIP-19 name of a token. */
  readonly assetName: (chain: EndpointChain, token: string) => string;
  /** The remedy where nobody reports the fees: a sentence. */
  readonly withoutFees: string;
  /** Reads the next nonce. Null on chains without nonces. */
  readonly nonce: (ask: Queries['ask'], wanted: WantedQuote) => Promise<string | null>;
  /** The units of the asset that can be paid, where the fees report it more exactly than the balance. */
  readonly payableUnits: (fees: PaymentFees | null) => string | null;
  /**
   * Adds the chain's part to payments of one account, from the local service. No two spend the same output. Throws what
   * stands against them.
   */
  readonly complete: (
    payments: readonly Numbered<Family>[],
    chainPart: ChainPart,
  ) => Promise<readonly Extract<ComposedPayment, { family: Family }>[]>;
}

/** A payment with its number among those of one batch, by which equal payments become different transactions. */
export interface Numbered<Family extends PaymentFamily = PaymentFamily> {
  readonly payment: Extract<UnsignedPayment, { family: Family }>;
  /** Zero for a payment that stands alone. */
  readonly number: number;
}

/** The source of the chain's part of payments. */
export interface ChainPart {
  readonly own: OwnService;
  /** Bitcoin outputs that other payments spend: `<txid>:<index>`. */
  readonly without: readonly string[];
}
