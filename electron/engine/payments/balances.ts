import Type from 'typebox';
import { AppError } from '../../../shared/errors/index.ts';
import {
  type AccountRow,
  AddressBalances,
  type EndpointChain,
  type PaymentAsset,
  type ProfileRow,
  recipientFormats,
} from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Base } from '../base.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Endpoints } from '../service/named-endpoints.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import { heldIn } from './held.ts';

/** A report is current for this long, and so is the absence of one after a failure. */
const FRESH_MILLISECONDS = 60_000;
/** Questions to nodes at once. */
const AT_ONCE = 4;
/** Waiting questions. The oldest ones are dropped: their rows are out of sight. */
const MAXIMUM_WAITING = 400;
/** The balances that are kept for each profile, the newest ones. */
const MAXIMUM_KEPT = 2_000;

const Kept = Type.Array(AddressBalances, { maxItems: MAXIMUM_KEPT });

/** The balances of the accounts of any profile, on chains with a node that the local service asks. */
export interface Balances {
  /**
   * Returns the kept balances of the current profile's accounts. Afterwards reads those
   * from the nodes that are missing or older than a minute, and then reports the change `balances`.
   */
  list(addresses: readonly string[]): Promise<readonly AddressBalances[]>;
  /** Asks no further question, before the databases are closed. */
  end(): void;
}

interface BalanceParts {
  readonly profiles: Pick<Profiles, 'get' | 'list'>;
  readonly accounts: Pick<Accounts, 'cached'>;
  readonly endpoints: Pick<Endpoints, 'list'>;
  readonly service: Pick<ServiceKeeper, 'own'>;
  readonly assetsOf: (chain: EndpointChain) => readonly PaymentAsset[];
}

interface Place {
  readonly profile: string;
  readonly chain: EndpointChain;
  readonly address: string;
}

export function createBalances(
  { ports, cache, changes }: Base,
  { profiles, accounts, endpoints, service, assetsOf }: BalanceParts,
): Balances {
  /** By profile, then by chain and address. The oldest report is first. */
  const kept = new Map<string, Map<string, AddressBalances>>();
  /** The time of the last question about a place. */
  const askedAt = new Map<string, number>();
  const unsaved = new Set<string>();
  let waiting: Place[] = [];
  let running = 0;
  let isEnded = false;

  const keptOf = (profile: string): Map<string, AddressBalances> => {
    const known = kept.get(profile);
    if (known !== undefined) return known;
    const stored = cache.reader.report('balances', profile)?.kept;
    const rows = checkValue(Kept, stored).length === 0 ? (stored as AddressBalances[]) : [];
    const read = new Map(rows.map((row) => [keyOf(row), row]));
    kept.set(profile, read);
    return read;
  };

  const save = () => {
    for (const profile of unsaved) {
      const rows = [...keptOf(profile).values()].slice(-MAXIMUM_KEPT);
      kept.set(profile, new Map(rows.map((row) => [keyOf(row), row])));
      // The profile may have been removed meanwhile.
      if (profiles.list().some(({ name }) => name === profile))
        cache.writer.putReport('balances', profile, rows, ports.clock.now());
    }
    unsaved.clear();
  };

  const ask = async ({ profile, chain, address }: Place): Promise<void> => {
    const { balances } = (await service.own()?.call('readBalances', { chain, address })) ?? { balances: null };
    const assets = balances === null ? [] : heldIn(chain, balances, assetsOf(chain));
    const isPresent = profiles.list().some(({ name }) => name === profile);
    if (assets.length === 0 || isEnded || !isPresent) return;
    const row = { address, chain, assets, at: ports.clock.now() };
    const rows = keptOf(profile);
    rows.delete(keyOf(row));
    rows.set(keyOf(row), row);
    unsaved.add(profile);
    changes.announce('balances');
  };

  /** Asks one question after another until none waits. */
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      askedAt.set(placeKey(next), ports.clock.now());
      try {
        await ask(next);
      } catch (error) {
        // A failed question leaves the kept balance with its age. The node's row in the settings has the reason.
        if (!(error instanceof AppError)) ports.report(error);
      }
    }
  };

  const startNext = (): void => {
    for (; running < AT_ONCE && waiting.length > 0; running += 1)
      void work()
        .then(() => {
          running -= 1;
          if (running === 0 && !isEnded) save();
        })
        .catch(ports.report);
  };

  /** Returns the places that neither wait nor were asked about in the last minute. */
  const due = (places: readonly Place[]): Place[] => {
    const now = ports.clock.now();
    const isFresh = (at: number | undefined) => at !== undefined && Math.abs(now - at) < FRESH_MILLISECONDS;
    const queued = new Set(waiting.map(placeKey));
    return places.filter((place) => {
      const key = placeKey(place);
      return !queued.has(key) && !isFresh(askedAt.get(key)) && !isFresh(keptOf(place.profile).get(keyOf(place))?.at);
    });
  };

  // A later profile of the same name has other accounts.
  changes.on('state', () => {
    const present = new Set(profiles.list().map(({ name }) => name));
    for (const profile of kept.keys()) if (!present.has(profile)) kept.delete(profile);
    waiting = waiting.filter(({ profile }) => present.has(profile));
  });

  /** The chains with a node that the operator named. None while no local service of this process can ask it. */
  const nodeChains = async (): Promise<readonly EndpointChain[]> => {
    if (service.own() === null) return [];
    try {
      return [...new Set((await endpoints.list()).map(({ chain }) => chain))];
    } catch (error) {
      if (error instanceof AppError && error.code === 'DOCUMENT_CHANGED') return [];
      throw error;
    }
  };

  return {
    async list(addresses) {
      const profile = profiles.get();
      const known = [...new Set(addresses)].flatMap((address) => accounts.cached(profile, address) ?? []);
      const chains = await nodeChains();
      const places = known.flatMap((account) =>
        chains.filter((chain) => receives(account, chain)).map((chain) => placeOf(profile, chain, account)),
      );
      // The queue is read from its end, so the first row stands there.
      waiting = [...waiting, ...due(places).toReversed()].slice(-MAXIMUM_WAITING);
      if (askedAt.size > MAXIMUM_KEPT) askedAt.clear();
      startNext();
      const rows = keptOf(profile.name);
      const shown = new Set(known.map(({ address }) => address));
      return [...rows.values()].filter(({ address }) => shown.has(address));
    },
    end() {
      isEnded = true;
      waiting = [];
    },
  };
}

const keyOf = ({ chain, address }: Pick<Place, 'chain' | 'address'>) => `${chain} ${address}`;
const placeKey = (place: Place) => `${place.profile} ${keyOf(place)}`;
const placeOf = ({ name }: ProfileRow, chain: EndpointChain, { address }: AccountRow): Place => ({
  profile: name,
  chain,
  address,
});

const receives = ({ addressFormat }: AccountRow, chain: EndpointChain) =>
  recipientFormats(chain).some((format) => format === addressFormat);
