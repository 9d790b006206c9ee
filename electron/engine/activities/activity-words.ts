import { AppError } from '../../../shared/errors/index.ts';
import { type ActivityWords, inQuotes, type NamedAddress, type ProfileRow } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { lowered, namedBy } from '../../../shared/words/index.ts';
import type { Base } from '../base.ts';
import { NOT_IN_BOOK, recipientIn } from '../naming/headline.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import type { ActivityMeanings, ExplainedActivity } from './activity-meanings.ts';

/** Activities that are described before the list is drawn again. */
const BATCH = 50;
/** The newest activities of a profile that are described. Older ones are listed by their titles. */
const MAXIMUM_DESCRIBED = 1_000;

/** Describes cached activities in words, for the list and its search. */
export interface ActivityWriter {
  /** Describes the current profile's newest activities in the background, while the vault is unlocked. */
  describe(): void;
  /** Resolves when no activity is being described. */
  idle(): Promise<void>;
}

interface WordsParts {
  readonly profiles: Profiles;
  readonly meanings: Pick<ActivityMeanings, 'describe'>;
  readonly vault: Pick<VaultKeeper, 'state'>;
}

export function createActivityWords(
  { cache, changes, ports }: Pick<Base, 'cache' | 'changes' | 'ports'>,
  { profiles, meanings, vault }: WordsParts,
): ActivityWriter {
  let running: Promise<void> | null = null;

  const isOpen = (profile: ProfileRow) =>
    vault.state().state === 'unlocked' && profiles.current()?.name === profile.name;

  const wordsOf = async (activityId: string, title: string): Promise<ActivityWords> => {
    try {
      return activityWords(await meanings.describe(activityId));
    } catch (error) {
      if (error instanceof AppError && error.code === 'VAULT_LOCKED') throw error;
      // An activity that cannot be described is not tried again, and keeps its title.
      return { what: title, party: null, addresses: [] };
    }
  };

  const describeAll = async (profile: ProfileRow) => {
    for (let described = 0; described < MAXIMUM_DESCRIBED && isOpen(profile); described += BATCH) {
      const ids = cache.reader.wordless(profile.name, BATCH);
      if (ids.length === 0) return;
      const found: { activityId: string; words: ActivityWords }[] = [];
      for (const activityId of ids) {
        if (!isOpen(profile)) return;
        const [row] = cache.reader.activities(profile.name, { search: activityId, offset: 0, limit: 1 }).rows;
        found.push({ activityId, words: await wordsOf(activityId, row?.title ?? '') });
      }
      cache.writer.putWords(profile.name, found);
      changes.announce('activities');
    }
  };

  const describe = () => {
    const profile = profiles.current();
    if (running !== null || profile === null || !isOpen(profile)) return;
    running = describeAll(profile)
      .catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'VAULT_LOCKED')) ports.report(error);
      })
      .finally(() => {
        running = null;
      });
  };

  // Names of the book and of contracts are part of the words.
  changes.on('documents', () => {
    cache.writer.dropWords();
    describe();
  });

  return {
    describe,
    async idle() {
      while (running !== null) await running;
    },
  };
}

/** Broadcasts what another activity signed, and is described alike. */
const BROADCAST = OPERATIONS.eth_send_raw_transaction.name;

/** The whole sentence with the recipient by its name. The operator's own accounts are no other party. */
export function activityWords({ meaning, naming }: Pick<ExplainedActivity, 'meaning' | 'naming'>): ActivityWords {
  const own = naming.addresses.filter(({ relation }) => relation === 'own');
  const recipient = recipientIn(meaning);
  const isOther = recipient !== null && own.every(({ address }) => address !== recipient);
  const known = naming.addresses.find(({ address }) => address === recipient);
  const isNamed = known?.relation === 'known' || known?.relation === 'allowed';
  const headline = own.reduce(withOwnName, withoutNotes(naming));
  return {
    what: meaning.operation === BROADCAST ? `Broadcast: ${lowered(headline)}` : headline,
    party: isOther ? { address: recipient, label: isNamed ? (known?.label ?? null) : null } : null,
    addresses: namedBy(headline, meaning),
  };
}

/** Names an account in place of its address. A list decides nothing, so the name needs no note. */
function withOwnName(headline: string, { address, label }: NamedAddress): string {
  return label === null
    ? headline
    : headline.replace(`${address} (your account ${inQuotes(label)} by the service’s list)`, () => inQuotes(label));
}

/** A list decides nothing, so an address needs no note that the address book lacks it. */
const withoutNotes = ({ headline, addresses }: ExplainedActivity['naming']): string =>
  addresses.reduce((text, { address }) => text.replace(`${address}${NOT_IN_BOOK}`, () => address), headline);
