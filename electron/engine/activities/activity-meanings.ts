import { AppError, sentence } from '../../../shared/errors/index.ts';
import { equalInAnyCase, type Meaning, type Naming } from '../../../shared/model/index.ts';
import { requireOperation } from '../../../shared/operations/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { buildActivityBody } from '../../client/index.ts';
import { danger } from '../../crypto/index.ts';
import type { Base } from '../base.ts';
import type { ContractInterfaces } from '../documents/interfaces.ts';
import type { Namer } from '../naming/naming.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { refuseSecrets } from '../stamping/secrets.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { fingerprintOf } from '../verify/verify.ts';
import type { Activities } from './activities.ts';

/** The meaning of an activity. */
export interface ExplainedActivity {
  /**
   * Made by the vault from the bytes that hash to the fingerprint, if the service shows them. Otherwise from the
   * service's intent.
   */
  readonly meaning: Meaning;
  readonly naming: Naming;
  /** The stamped bytes as text. Null when the service shows none. */
  readonly body: string | null;
}

/** Explains the activities of the current profile. */
export interface ActivityMeanings {
  /** Throws VAULT_LOCKED, and what finding it throws. */
  describe(activityId: string): Promise<ExplainedActivity>;
  /**
   * Explains an activity with these parameters as if it were made now. It keeps and stamps nothing. Throws
   * VAULT_LOCKED, SECRET_REFUSED, and INVALID_INPUT when the operation is not an activity or the parameters do not fit
   * it.
   */
  explainDraft(
    operation: string,
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<Pick<ExplainedActivity, 'meaning' | 'naming'>>;
}

interface MeaningParts {
  readonly profiles: Profiles;
  readonly activities: Activities;
  readonly vault: VaultKeeper;
  readonly interfaces: ContractInterfaces;
  readonly namer: Namer;
}

export function createActivityMeanings(
  { ports }: Base,
  { profiles, activities, vault, interfaces, namer }: MeaningParts,
): ActivityMeanings {
  const describe: ActivityMeanings['describe'] = async (activityId) => {
    const profile = profiles.get();
    const call = await vault.open();
    const { type, organizationId, fingerprint, intent, votes } = await activities.find(profile, activityId);
    const messages = votes.map(({ message }) => message);
    const body = messages.find((message) => fingerprintOf(utf8Encode(message)) === fingerprint) ?? null;
    const stamped = (body === null ? messages : [body]).map((message) => ({ message }));
    const shown = JSON.stringify({ type, organizationId, fingerprint, intent, votes: stamped });
    const bytes = utf8Encode(shown);
    const meaning = await interfaces.explained(call, () => call('inspect', { bytes, as: { kind: 'activity' } }));
    if (!('operation' in meaning))
      throw new AppError('INVALID_INPUT', meaning.findings[0]?.text ?? 'The stamped text is no request.');
    const naming = await namer.nameOf(profile, meaning);
    if (equalInAnyCase(meaning.organizationId, profile.organizationId)) return { meaning, naming, body };
    const elsewhere = danger(
      `It is of the organization ${meaning.organizationId}, and “${profile.name}” is of ${profile.organizationId}.`,
      { field: 'organizationId' },
    );
    return { meaning, naming: { ...naming, findings: [elsewhere, ...naming.findings] }, body };
  };

  return {
    describe,
    async explainDraft(name, parameters) {
      const profile = profiles.get();
      const operation = requireOperation(name);
      if (operation.kind !== 'activity')
        throw new AppError(
          'INVALID_INPUT',
          sentence`“${name}” is not an activity. Nothing was explained. Name an activity.`,
        );
      // Only a real request asks the operator about 64 digits that may be a private key.
      refuseSecrets(operation, parameters, true);
      const { organizationId } = profile;
      const call = await vault.open();
      const body = buildActivityBody(operation, { organizationId, parameters, timestampMs: ports.clock.now() });
      const meaning = await interfaces.explained(call, () => call('describe', { body }));
      return { meaning, naming: await namer.nameOf(profile, meaning) };
    },
  };
}
