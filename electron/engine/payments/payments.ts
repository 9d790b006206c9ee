import { AppError } from '../../../shared/errors/index.ts';
import {
  chainOf,
  type EndpointChain,
  ETHEREUM_CHAINS,
  type KnownRecipient,
  type PaymentAsset,
  type PaymentFees,
  type PaymentQuote,
  type ProfileRow,
  paymentFamilyOf,
  type RecipientFacts,
  type UnsignedPayment,
} from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { oneLine } from '../../client/index.ts';
import { isUnowned, tokenOf, tokensOf } from '../../crypto/index.ts';
import type { SignedStore } from '../../storage/records/index.ts';
import { inSlices } from '../../storage/sqlite/index.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { PrivateKeys } from '../accounts/private-keys.ts';
import type { Addresses } from '../addresses/addresses.ts';
import { lookalikesOf } from '../addresses/alike.ts';
import type { Clock } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Queries } from '../queries/queries.ts';
import { refuseSecretBytes } from '../stamping/secrets.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { asExample } from './examples.ts';
import { completed, familyOf } from './families.ts';
import type { Numbered, WantedQuote } from './family-rule.ts';
import { type NamedBalance, unitsIn } from './held.ts';
import { withChainName } from './node-words.ts';
import type { Nodes } from './nodes.ts';
import { freeNonce, outputsIn, type SpentHere, spentElsewhere } from './signed-here.ts';

/** Recipients that are offered at once. */
const OFFERED = 8;
/** Addresses that were signed for last, among which recipients and look-alikes are found. */
const RECENT = 1_000;
const MAXIMUM_LABEL = 64;

/**
 * Payments from the fields to unsigned bytes. They are signed like every transaction. An absent profile is the current one.
 * Work that outlives a switch of profiles gives its own.
 */
export interface Payments {
  /** The assets of a chain that this program knows, its coin first. */
  assets(chain: EndpointChain): PaymentAsset[];
  /** Accounts, names and recently signed addresses that match a text. Throws DOCUMENT_CHANGED. */
  recipients(chain: EndpointChain, search: string): Promise<KnownRecipient[]>;
  /** Throws DOCUMENT_CHANGED. */
  recipient(chain: EndpointChain, address: string): Promise<RecipientFacts>;
  /** Reads balances, nonce and fees. A part that cannot be read is null, with its reason. Throws VAULT_LOCKED. */
  quote(wanted: WantedQuote, profile?: ProfileRow): Promise<PaymentQuote>;
  /** Returns the fees that the operator's nodes ask now. Null where no node reports them. Throws VAULT_LOCKED. */
  fees(wanted: WantedQuote, profile?: ProfileRow): Promise<PaymentFees | null>;
  /**
   * Returns the unsigned bytes, which the vault makes. The outputs of a payment on Bitcoin come from a node of the operator.
   * Throws SECRET_REFUSED, INVALID_INPUT, SERVICE_REFUSED, VAULT_LOCKED.
   */
  compose(payment: UnsignedPayment): Promise<{ readonly unsignedTransaction: string }>;
  /**
   * Returns the unsigned bytes of a payment for a trial, with made-up outputs and blocks. It reads no node, and no chain
   * takes the transaction. Throws SECRET_REFUSED, INVALID_INPUT, VAULT_LOCKED.
   */
  example(payment: UnsignedPayment): Promise<{ readonly unsignedTransaction: string }>;
  /**
   * Returns the unsigned bytes of payments of one account on one chain, in their order. No two spend the same Bitcoin
   * output, and none of those in `without`. Throws like `compose`.
   */
  composeAll(
    payments: readonly Numbered[],
    without: readonly string[],
    profile?: ProfileRow,
  ): Promise<readonly string[]>;
}

interface PaymentParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly signed: SignedStore;
  readonly profiles: Profiles;
  readonly queries: Queries;
  readonly accounts: Pick<Accounts, 'own' | 'lookalikes' | 'list'>;
  readonly privateKeys: Pick<PrivateKeys, 'has'>;
  readonly addresses: Pick<Addresses, 'book'>;
  readonly nodes: Nodes;
  readonly spentHere: SpentHere;
  readonly vault: Pick<VaultKeeper, 'open'>;
}

/** The next nonce by the chain, and the first one that no payment of this workstation uses. */
interface NextNonce {
  readonly nonce: string | null;
  readonly free: string | null;
}

export function createPayments(parts: PaymentParts): Payments {
  const { clock, signed, profiles, queries, accounts, privateKeys, addresses, nodes, spentHere, vault } = parts;

  /** The Bitcoin outputs that earlier payments spend. The local service knows those of its own profiles. */
  const outputsBeside = async (profile: ProfileRow, chain: EndpointChain): Promise<string[]> =>
    profile.kind === 'remote' && paymentFamilyOf(chain) === 'bitcoin' ? outputsIn(await spentHere(profile)) : [];

  const priceOf = async (profile: ProfileRow, wanted: WantedQuote): Promise<PaymentFees | null> => {
    const own = await nodes.open(profile, wanted.chain);
    const without = await outputsBeside(profile, wanted.chain);
    const { fees, problem } = await own.call('priceTransfer', { ...wanted, without });
    if (problem !== null) throw new AppError('SERVICE_REFUSED', problem);
    return fees;
  };

  /**
   * Reads the balances of the payer. The interface has none for a private key, so those come from a node. `fromNode` is
   * true for a profile of a service elsewhere with a node of the chain. Throws like `Nodes`, and SERVICE_REFUSED.
   */
  const balancesFor = async (profile: ProfileRow, wanted: WantedQuote, fromNode: boolean) => {
    const { chain, from: address } = wanted;
    if (!fromNode && (profile.kind === 'remote' || !privateKeys.has(profile, address))) {
      const { balances = [] } = await queries.ask(
        'get_wallet_address_balances',
        { address, caip2: chain },
        { profile },
      );
      return payableIn(
        balances.map(({ caip19 = '', balance = '0' }) => ({ caip19, units: balance })),
        wanted,
      );
    }
    const { balances, problem } = await (await nodes.open(profile, chain)).call('readBalances', { chain, address });
    if (balances === null) throw new AppError('SERVICE_REFUSED', problem ?? '');
    return payableIn(balances, wanted);
  };

  /** Reads the next nonce from a node, and the first one that no payment of this workstation uses. */
  const nonceFrom = async (profile: ProfileRow, { chain: name, from }: WantedQuote): Promise<NextNonce> => {
    const chain = ETHEREUM_CHAINS.find((known) => known === name);
    if (chain === undefined) return { nonce: null, free: null };
    const own = await nodes.open(profile, chain);
    const { nonce, problem } = await own.call('nextNonce', { chain, address: from });
    if (nonce === null) throw new AppError('SERVICE_REFUSED', problem ?? '');
    return { nonce, free: freeNonce(await spentHere(profile), { chain, from }, nonce) };
  };

  return {
    assets(chain) {
      const coin = chainOf(chain);
      const { tokensName, firstToken } = familyOf(chain);
      const rankOf = ({ token }: PaymentAsset) => Number(token !== firstToken);
      return [
        ...(coin === null ? [] : [{ token: null, symbol: coin.coin, decimals: coin.decimals }]),
        ...tokensOf(tokensName(chain))
          .map(({ address, symbol, decimals }) => ({ token: address, symbol, decimals }))
          .toSorted((one, other) => rankOf(one) - rankOf(other) || one.symbol.localeCompare(other.symbol, 'en')),
      ];
    },

    async recipients(chain, search) {
      const { normalize } = familyOf(chain);
      const profile = profiles.get();
      const book = await addresses.book();
      const named = (await inSlices(book.search(search))).map(({ address, label }) => ({ address, label, own: false }));
      const recent = signed.recent(profile.name, RECENT).map(({ address }) => ({
        address,
        label: book.find(address, null)?.label ?? null,
        own: false,
      }));
      const own = accounts.list({ search, offset: 0, limit: OFFERED }).rows.map(({ address, name, walletName }) => ({
        address,
        label: oneLine(name ?? walletName, MAXIMUM_LABEL),
        own: true,
      }));
      const text = search.trim().toLowerCase();
      const matching = recent.filter(({ address }) => address.toLowerCase().includes(text));
      const all = [...(text === '' ? matching : []), ...named, ...own, ...matching];
      const isOfChain = ({ address }: KnownRecipient) => normalize(address) !== null;
      return [...new Map(all.filter(isOfChain).map((each) => [each.address, each])).values()].slice(0, OFFERED);
    },

    async recipient(chain, given) {
      const profile = profiles.get();
      const text = given.trim();
      const { formats, normalize, misspelling, tokensName, isOffCurve } = familyOf(chain);
      const address = normalize(text);
      if (address === null) {
        const problem = misspelling(text);
        return {
          address: null,
          problem,
          label: null,
          own: false,
          times: 0,
          isToken: false,
          isUnowned: false,
          isOffCurve: false,
          alike: null,
        };
      }
      const timesOf = (of: string) => signed.for(profile.name, of)?.times ?? 0;
      const book = await addresses.book();
      const entry = book.find(address, chain);
      const account = accounts.own(profile, address);
      const recent = await inSlices(lookalikesOf(signed.recent(profile.name, RECENT)));
      const own = await accounts.lookalikes(profile);
      const alike =
        entry !== null || account !== null
          ? null
          : (book.lookalikes.first(address, formats) ?? own.first(address, formats) ?? recent.first(address, formats));
      return {
        address,
        problem: null,
        own: account !== null,
        times: timesOf(address),
        label: entry?.label ?? (account === null ? null : shownLabel(account.label)),
        isToken: tokenOf(tokensName(chain), address) !== null,
        isUnowned: isUnowned(address),
        isOffCurve: isOffCurve(address),
        alike:
          alike === null
            ? null
            : {
                address: alike.address,
                label: shownLabel('label' in alike && typeof alike.label === 'string' ? alike.label : null),
                times: timesOf(alike.address),
              },
      };
    },

    async quote(wanted, profile = profiles.get()) {
      const problems: string[] = [];
      const orNull = async <Value>(asking: Promise<Value>): Promise<Value | null> => {
        try {
          return await asking;
        } catch (error) {
          if (!(error instanceof AppError) || error.code === 'VAULT_LOCKED') throw error;
          if (!problems.includes(error.message)) problems.push(error.message);
          return null;
        }
      };
      const family = familyOf(wanted.chain);
      const ask: Queries['ask'] = (name, request) => queries.ask(name, request, { profile });
      // A node that is named and does not answer is a problem. The service elsewhere never stands in for it.
      const fromNode = profile.kind === 'remote' && (await orNull(nodes.has(wanted.chain))) !== false;
      const asked = async (): Promise<NextNonce> => ({ nonce: await family.nonce(ask, wanted), free: null });
      const [balances, numbers, fees] = await Promise.all([
        orNull(balancesFor(profile, wanted, fromNode)),
        orNull(fromNode ? nonceFrom(profile, wanted) : asked()),
        orNull(priceOf(profile, wanted)),
      ]);
      const { nonce = null, free = null } = numbers ?? {};
      const coinUnits = balances?.coinUnits ?? null;
      const assetUnits = family.payableUnits(fees) ?? balances?.assetUnits ?? null;
      return {
        coinUnits,
        assetUnits,
        nonce,
        fees,
        at: clock.now(),
        problems: shortest(problems, wanted.chain),
        ...(free === null || free === nonce ? {} : { freeNonce: free }),
        ...(fromNode ? { notes: spentElsewhere(wanted.chain) } : {}),
      };
    },

    async fees(wanted, profile = profiles.get()) {
      try {
        return await priceOf(profile, wanted);
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'VAULT_LOCKED') throw error;
        return null;
      }
    },

    async compose(payment) {
      const [unsignedTransaction = ''] = await composeAll([{ payment, number: 0 }], []);
      return { unsignedTransaction };
    },

    async example(payment) {
      refuseSecretBytes(utf8Encode(JSON.stringify(payment)));
      return await (await vault.open())('composePayment', asExample(payment, clock.now()));
    },

    composeAll,
  };

  async function composeAll(
    payments: readonly Numbered[],
    without: readonly string[],
    profile = profiles.get(),
  ): Promise<readonly string[]> {
    // The texts become bytes, in which no later check finds a secret.
    for (const { payment } of payments) refuseSecretBytes(utf8Encode(JSON.stringify(payment)));
    const chain = payments[0]?.payment.chain as EndpointChain;
    const own = () => nodes.open(profile, chain);
    const call = await vault.open();
    const beside = payments.length === 0 ? [] : await outputsBeside(profile, chain);
    const composed: string[] = [];
    for (const payment of await completed(payments, { own, without: [...without, ...beside] }))
      composed.push((await call('composePayment', payment)).unsignedTransaction);
    return composed;
  }
}

/** One node's failure is the reason of several problems, so it is shown once, as a sentence with the chain's name. */
function shortest(problems: readonly string[], chain: EndpointChain): string[] {
  const causes = problems.filter((text) => !problems.some((other) => other !== text && text.includes(other)));
  return causes.map((text) => {
    const named = withChainName(text, chain);
    return `${named.charAt(0).toUpperCase()}${named.slice(1)}${named.endsWith('.') ? '' : '.'}`;
  });
}

/** Returns the balances of the chain's coin and of the asset, in smallest units. Null for a chain without a coin. */
function payableIn(balances: readonly NamedBalance[], { chain, payment: { token } }: WantedQuote) {
  const coinUnits = chainOf(chain) === null ? null : (unitsIn(chain, null, balances) ?? '0');
  const assetUnits = token === null ? coinUnits : (unitsIn(chain, token, balances) ?? '0');
  return { coinUnits, assetUnits };
}

const shownLabel = (label: string | null): string | null => (label === null ? null : oneLine(label, MAXIMUM_LABEL));
