import type { ActivityStatus } from '../../../shared/model/index.ts';
import type { Database } from '../../storage/sqlite/index.ts';
import { activityListing } from './activity-listing.ts';
import type { ActivityRow, VoteRow } from './activity-rows.ts';
import { type ActivitySource, activitySource } from './activity-source.ts';
import type { ActivityArchives } from './archives/archives.ts';
import type { Sealed } from './evidence/evidence.ts';
import { columnsOf } from './evidence/evidence-tables.ts';
import type { RowSeals } from './seals/row-seals.ts';

/** The request of an activity that waits for votes: the proposer's body exactly as it was stamped. */
export interface ProposalRow {
  readonly activityId: string;
  readonly userId: string;
  readonly request: string;
}

const ACTIVITY = columnsOf('activities');

/** The members of an activity that change until it has ended. */
type Change = Pick<ActivityRow, 'activityId' | 'status' | 'result' | 'failure' | 'updatedAt'>;

/** Activities and the votes on them. */
export function activityTables(database: Database, seals: RowSeals, archives: ActivityArchives) {
  const store = activitySource(database);
  const insert = database.prepare<[Sealed<ActivityRow>]>(
    `INSERT INTO activities (activity_id, organization_id, type, status, intent, result, failure, fingerprint, created_at, updated_at, seal)
     VALUES (@activityId, @organizationId, @type, @status, @intent, @result, @failure, @fingerprint, @createdAt, @updatedAt, @seal)`,
  );
  const change = database.prepare<[Sealed<Change>]>(
    `UPDATE activities SET status = @status, result = @result, failure = @failure, updated_at = @updatedAt, seal = @seal
     WHERE activity_id = @activityId`,
  );
  const anywhere = database.prepare<[string], Sealed<ActivityRow>>(
    `SELECT ${ACTIVITY} FROM activities WHERE activity_id = ?`,
  );
  /**
   * True for votes that can be replaced. The one whose message is the proposed body stays, because it proves the
   * content.
   */
  const IS_NO_PROPOSAL =
    'message IS NOT (SELECT request FROM proposals WHERE proposals.activity_id = votes.activity_id)';
  const removeSame = database.prepare<[Pick<VoteRow, 'activityId' | 'userId' | 'publicKey'>]>(
    `DELETE FROM votes
     WHERE activity_id = @activityId AND user_id = @userId AND public_key = @publicKey AND ${IS_NO_PROPOSAL}`,
  );
  const insertVote = database.prepare<[Sealed<VoteRow>]>(
    `INSERT INTO votes (vote_id, activity_id, user_id, selection, message, public_key, signature, scheme, evaluations, created_at, seal)
     VALUES (@voteId, @activityId, @userId, @selection, @message, @publicKey, @signature, @scheme, @evaluations, @createdAt, @seal)`,
  );
  const removeVotes = database.prepare<[string]>(`DELETE FROM votes WHERE activity_id = ? AND ${IS_NO_PROPOSAL}`);

  const proposal = database.prepare<[string], ProposalRow>(
    'SELECT activity_id AS activityId, user_id AS userId, request FROM proposals WHERE activity_id = ?',
  );
  const insertProposal = database.prepare<[ProposalRow]>(
    'INSERT INTO proposals (activity_id, user_id, request) VALUES (@activityId, @userId, @request)',
  );
  const removeProposal = database.prepare<[string]>('DELETE FROM proposals WHERE activity_id = ?');
  const removeProposals = database.prepare<[string], { activityId: string }>(
    `DELETE FROM proposals WHERE activity_id IN (SELECT activity_id FROM activities WHERE organization_id = ?)
     RETURNING activity_id AS activityId`,
  );

  const { evidence } = seals;
  const checked = (row: Sealed<ActivityRow> | undefined): ActivityRow | undefined =>
    row && evidence.checked('activities', row);
  const update = ({ activityId, ...changed }: Omit<Change, 'result' | 'failure'> & Partial<Change>): void => {
    const row = checked(anywhere.get(activityId));
    if (row !== undefined) change.run(evidence.sealed('activities', { ...row, ...changed }));
  };

  return {
    /** Finds an activity in the store or an archive. Throws UNAVAILABLE when it may be in an unusable archive. */
    find(organizationId: string, activityId: string): ActivityRow | undefined {
      const found = (source: ActivitySource) => source.find(organizationId, activityId);
      return checked(found(store) ?? archives.search(found));
    },
    /** Finds an activity in the store alone. */
    findByFingerprint: (organizationId: string, fingerprint: string) =>
      checked(store.findByFingerprint(organizationId, fingerprint)),
    /** Finds an activity in the archives alone. Throws UNAVAILABLE when it may be in an unusable one. */
    findArchived: (organizationId: string, fingerprint: string) =>
      checked(archives.search((source) => source.findByFingerprint(organizationId, fingerprint))),
    insert: (row: ActivityRow) => void insert.run(evidence.sealed('activities', row)),
    list: activityListing(store, archives),
    votesOn(activityId: string): VoteRow[] {
      const votes = store.has(activityId)
        ? store.votesOn(activityId)
        : (archives.search((source) => (source.has(activityId) ? source.votesOn(activityId) : undefined)) ?? []);
      return votes.map((vote) => evidence.checked('votes', vote));
    },
    /**
     * A user has one vote on an activity with each credential. A later one replaces an earlier one.
     * Choice (proposal-stays): a vote by the proposed body stays while the activity waits, counted or not.
     */
    insertVote(row: VoteRow): void {
      removeSame.run(row);
      insertVote.run(evidence.sealed('votes', row));
    },
    removeVotes(activityId: string): void {
      removeVotes.run(activityId);
      evidence.removed('votes', activityId);
    },
    /** Inserts the vote of whoever proposed an activity, when it has no other. */
    insertFirstVote: (row: VoteRow) => void insertVote.run(evidence.sealed('votes', row)),
    /** The proposal of an activity that waits for votes. Undefined once the activity has ended. */
    proposal(activityId: string): ProposalRow | undefined {
      seals.check('proposals', 'activity_id', activityId);
      return proposal.get(activityId);
    },
    propose(row: ProposalRow): void {
      insertProposal.run(row);
      seals.wrote('proposals', row.activityId);
    },
    /** Sets the status of an activity that keeps waiting. */
    setStatus: (activityId: string, status: ActivityStatus, now: number) =>
      update({ activityId, status, updatedAt: now }),
    /** Ends an activity that waited for votes. */
    end(row: Change): void {
      update(row);
      removeProposal.run(row.activityId);
      seals.wrote('proposals', row.activityId);
    },
    /** Nothing of an organization that waits for votes will be carried out any more. */
    forgetProposals(organizationId: string): void {
      for (const { activityId } of removeProposals.all(organizationId)) seals.wrote('proposals', activityId);
    },
  };
}
