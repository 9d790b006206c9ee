import { isBatched } from '../../../shared/ipc/index.ts';
import type { Finding, LineFinding, Meaning, ProfileRow } from '../../../shared/model/index.ts';
import { requireOperation } from '../../../shared/operations/index.ts';
import { buildActivityBody } from '../../client/index.ts';
import type { ContractInterfaces } from '../documents/interfaces.ts';
import type { Namer } from '../naming/naming.ts';
import type { Clock } from '../ports.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import type { StoredLine } from './store.ts';

/** The vault's reading of the request of a line. */
export interface ExplainedLine {
  /** The action in words: “Send 2 ETH to 0x…”. */
  readonly headline: string;
  /** The findings of the contents and of their addresses, the most serious first. */
  readonly findings: readonly LineFinding[];
  /** No question about a batch can hold the line. */
  readonly isBarred: boolean;
}

/**
 * Returns the vault's reading of the request that a line becomes, as the question about the batch has it. Throws
 * INVALID_INPUT for contents that no request can have, and VAULT_LOCKED.
 */
export type ExplainLine = (
  profile: ProfileRow,
  request: Pick<StoredLine, 'operation' | 'parameters'>,
) => Promise<ExplainedLine>;

export interface ExplainParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly vault: Pick<VaultKeeper, 'open'>;
  readonly interfaces: Pick<ContractInterfaces, 'explained'>;
  readonly namer: Pick<Namer, 'nameOf'>;
}

/** The finding of a line that needs a question of its own. */
export const BARRED: LineFinding = {
  level: 'danger',
  short: 'Not in a batch',
  text: 'A batch cannot hold this line. Take it out, and sign it alone on the Sign page.',
};

const UNKNOWN: Readonly<Record<Exclude<Meaning['judged'], 'whole'>, LineFinding>> = {
  blind: { level: 'danger', short: 'Unknown effect', text: 'Its effect is not fully known.' },
  unreadable: {
    level: 'danger',
    short: 'Unreadable',
    text: 'Its contents cannot be read, or can be read in two ways.',
  },
};

export function createExplainLine({ clock, vault, interfaces, namer }: ExplainParts): ExplainLine {
  return async (profile, { operation: name, parameters }) => {
    const operation = requireOperation(name);
    if (operation.kind !== 'activity') throw new TypeError(`${name} signs nothing`);
    const { organizationId } = profile;
    const body = buildActivityBody(operation, { organizationId, parameters, timestampMs: clock.now() });
    const call = await vault.open();
    const meaning = await interfaces.explained(call, () => call('describe', { body }));
    const { findings } = await namer.nameOf(profile, meaning);
    const isBarred = !isBatched({ meaning });
    const { headline, judged } = meaning;
    return {
      headline,
      isBarred,
      findings: [
        ...(judged === 'whole' ? [] : [UNKNOWN[judged]]),
        ...[...meaning.findings, ...findings].map(shortened),
        ...(isBarred ? [BARRED] : []),
      ],
    };
  };
}

/** The words of findings by comparison at the end of a row. */
export const SHORT = { lookalike: 'Look-alike address', first: 'First payment', large: 'Larger than usual' } as const;
const BY_LEVEL = { danger: 'Dangerous contents', care: 'Unusual contents', information: 'Contents' } as const;

const shortened = ({ level, text, cause }: Finding): LineFinding => ({
  level,
  text,
  short: cause === undefined ? BY_LEVEL[level] : SHORT[cause],
});
