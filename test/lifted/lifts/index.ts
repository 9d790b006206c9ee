import type { Claim, Lift } from '../lift.ts';
import { ACCESS } from './access.ts';
import { BACKUPS } from './backups.ts';
import { BATCHES } from './batches.ts';
import { BITCOIN } from './bitcoin.ts';
import { CARRIED_REQUESTS } from './carried.ts';
import { CONFINEMENT } from './confinement.ts';
import { CONTAINERS } from './containers.ts';
import { CREDENTIALS } from './credentials.ts';
import { DAMAGE_CLAIMS } from './damage.ts';
import { DOWNLOADS } from './downloads.ts';
import { EARN } from './earn.ts';
import { EVIDENCE_CLAIMS } from './evidence.ts';
import { EXPORTED_LOG } from './exported-log.ts';
import { EXPORTING } from './exports.ts';
import { FACTORS } from './factors.ts';
import { HIDDEN_PARTS } from './hidden-parts.ts';
import { HISTORY } from './history.ts';
import { IMPORTING } from './imports.ts';
import { KEPT_HISTORY } from './kept-history.ts';
import { KEY_LIFE } from './key-life.ts';
import { KEYS } from './keys.ts';
import { LOCK } from './lock.ts';
import { LOGINS } from './logins.ts';
import { MACHINE } from './machine.ts';
import { MEANINGS } from './meanings.ts';
import { MEMBER_PASSKEYS } from './member-passkeys.ts';
import { MEMBER_SESSIONS } from './member-sessions.ts';
import { MEMBERS } from './members.ts';
import { MISTAKEN } from './mistaken.ts';
import { NETWORK } from './network.ts';
import { NODES } from './nodes.ts';
import { OTHER_PARTIES } from './other-parties.ts';
import { PAGE } from './page.ts';
import { PASSKEYS } from './passkeys.ts';
import { PAYMENTS } from './payments.ts';
import { POLICIES } from './policies.ts';
import { PROFILES } from './profiles.ts';
import { REACH } from './reach.ts';
import { READINGS } from './readings.ts';
import { REPLACEMENTS } from './replacements.ts';
import { REQUESTS } from './requests.ts';
import { RESULTS_CLAIMS } from './results.ts';
import { SECURITY_KEYS } from './security-keys.ts';
import { SERVICE } from './service.ts';
import { SIGN_IN } from './sign-in.ts';
import { STAND_INS } from './stand-ins.ts';
import { TOKEN_PINS } from './token-pins.ts';
import { TOKENS } from './tokens.ts';
import { TRUSTED } from './trusted.ts';
import { VELOCITY } from './velocity.ts';
import { VOTES } from './votes.ts';
import { WEBHOOKS } from './webhooks.ts';

/** All claims that a lift proves. */
export const CLAIMS: readonly Claim[] = [
  ...KEYS,
  ...LOCK,
  ...KEY_LIFE,
  ...SIGN_IN,
  ...EVIDENCE_CLAIMS,
  ...DAMAGE_CLAIMS,
  ...EXPORTING,
  ...IMPORTING,
  ...FACTORS,
  ...PAGE,
  ...WEBHOOKS,
  ...PROFILES,
  ...TOKENS,
  ...TOKEN_PINS,
  ...PASSKEYS,
  ...SECURITY_KEYS,
  ...TRUSTED,
  ...REQUESTS,
  ...EXPORTED_LOG,
  ...MEANINGS,
  ...MISTAKEN,
  ...HIDDEN_PARTS,
  ...CARRIED_REQUESTS,
  ...CONTAINERS,
  ...CREDENTIALS,
  ...OTHER_PARTIES,
  ...BACKUPS,
  ...BITCOIN,
  ...SERVICE,
  ...KEPT_HISTORY,
  ...EARN,
  ...MEMBERS,
  ...STAND_INS,
  ...LOGINS,
  ...MEMBER_SESSIONS,
  ...VELOCITY,
  ...POLICIES,
  ...ACCESS,
  ...MEMBER_PASSKEYS,
  ...REACH,
  ...NETWORK,
  ...NODES,
  ...HISTORY,
  ...READINGS,
  ...CONFINEMENT,
  ...MACHINE,
  ...VOTES,
  ...RESULTS_CLAIMS,
  ...DOWNLOADS,
  ...PAYMENTS,
  ...REPLACEMENTS,
  ...BATCHES,
];

export const LIFTS: readonly Lift[] = CLAIMS.flatMap(({ id, lifts }) => lifts.map((lift) => ({ claim: id, ...lift })));
