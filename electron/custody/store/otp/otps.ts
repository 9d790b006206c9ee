import type { OtpType } from '../../../../shared/model/index.ts';
import type { Database } from '../../../storage/sqlite/index.ts';
import type { RowSeals } from '../seals/row-seals.ts';

/**
 * A sent code. The row is deleted when it expires, or when its token is used. Times are milliseconds since the epoch.
 */
export interface OtpRow {
  readonly otpId: string;
  readonly organizationId: string;
  readonly otpType: OtpType;
  readonly contact: string;
  readonly sealedCode: Uint8Array;
  /** The private half of the key to which the client encrypts the code. */
  readonly sealedTargetKey: Uint8Array;
  /** The number of wrong codes that were entered. */
  readonly tries: number;
  /** `verified` while its token can be used. */
  readonly state: 'sent' | 'verified';
  /** When the code is over, or its token. */
  readonly expiresAt: number;
  readonly createdAt: number;
}

const OTP = `otp_id AS otpId, organization_id AS organizationId, otp_type AS otpType, contact, sealed_code AS sealedCode,
  sealed_target_key AS sealedTargetKey, tries, state, expires_at AS expiresAt, created_at AS createdAt`;

/** The number of codes that were sent and can still be tried. */
interface Waiting {
  readonly all: number;
  readonly ofContact: number;
}

/** SQL: true when the contact is verified in @organizationId or below it, or belongs to a user of @organizationId. */
const isKnown = (contact: string) => `(
  EXISTS (SELECT 1 FROM verified_contacts AS verified JOIN organizations USING (organization_id)
    WHERE verified.contact = ${contact} AND @organizationId IN (organization_id, parent_organization_id))
  OR EXISTS (SELECT 1 FROM users WHERE organization_id = @organizationId AND ${contact} IN (user_email, user_phone_number)))`;

/** A code from later than now was made before the clock was set back. It may not keep its contact from a new one. */
const IS_OPEN = "state = 'sent' AND expires_at > @now AND created_at <= @now";

/** One-time codes. Reads throw DATABASE_CHANGED for a row that this service did not write. */
export function otpTable(database: Database, seals: RowSeals) {
  const byId = database.prepare<[string], OtpRow>(`SELECT ${OTP} FROM otps WHERE otp_id = ?`);
  const all = database.prepare<[string], OtpRow>(`SELECT ${OTP} FROM otps WHERE organization_id = ?`);
  const insert = database.prepare<[OtpRow]>(
    `INSERT INTO otps (otp_id, organization_id, otp_type, contact, sealed_code, sealed_target_key, tries, state, expires_at, created_at)
     VALUES (@otpId, @organizationId, @otpType, @contact, @sealedCode, @sealedTargetKey, @tries, @state, @expiresAt, @createdAt)`,
  );
  const update = database.prepare<[OtpRow]>(
    'UPDATE otps SET tries = @tries, state = @state, expires_at = @expiresAt WHERE otp_id = @otpId',
  );
  const remove = database.prepare<[string]>('DELETE FROM otps WHERE otp_id = ?');
  const removeExpired = database.prepare<[string, number], { otpId: string }>(
    'DELETE FROM otps WHERE organization_id = ? AND expires_at <= ? RETURNING otp_id AS otpId',
  );
  const waiting = database.prepare<[{ organizationId: string; contact: string; now: number }], Waiting>(
    `SELECT count(*) AS "all", total(contact = @contact COLLATE NOCASE) AS ofContact FROM otps
     WHERE organization_id = @organizationId AND ${IS_OPEN}`,
  );
  const oldestOfAnother = database.prepare<
    [{ organizationId: string; contact: string; now: number }],
    { otpId: string }
  >(
    `SELECT otp_id AS otpId FROM otps
     WHERE organization_id = @organizationId AND ${IS_OPEN} AND contact <> @contact COLLATE NOCASE
     ORDER BY ${isKnown('otps.contact')}, created_at, rowid LIMIT 1`,
  );
  const ofContact = database.prepare<[{ organizationId: string; contact: string; now: number }], { otpId: string }>(
    `SELECT otp_id AS otpId FROM otps
     WHERE organization_id = @organizationId AND contact = @contact AND ${IS_OPEN}
     ORDER BY created_at, rowid`,
  );
  const known = database.prepare<[{ organizationId: string; contact: string }], { known: number }>(
    `SELECT ${isKnown('@contact')} AS known`,
  );

  return {
    find(otpId: string) {
      seals.check('otps', 'otp_id', otpId);
      return byId.get(otpId);
    },
    list(organizationId: string) {
      seals.check('otps', 'organization_id', organizationId);
      return all.all(organizationId);
    },
    insert(row: OtpRow): void {
      insert.run(row);
      seals.wrote('otps', row.otpId);
    },
    /** Updates the tries, the state and the time of a code. */
    update(row: OtpRow): void {
      update.run(row);
      seals.wrote('otps', row.otpId);
    },
    remove(otpId: string): void {
      remove.run(otpId);
      seals.wrote('otps', otpId);
    },
    removeExpired(organizationId: string, now: number): void {
      for (const { otpId } of removeExpired.all(organizationId, now)) seals.wrote('otps', otpId);
    },
    /** Returns the id of the oldest open code for another contact. Codes for unknown contacts come first. */
    oldestOfAnother: (organizationId: string, contact: string, now: number): string | undefined =>
      oldestOfAnother.get({ organizationId, contact, now })?.otpId,
    /** Returns the ids of the open codes for a contact, oldest first. */
    ofContact: (organizationId: string, contact: string, now: number): readonly string[] =>
      ofContact.all({ organizationId, contact, now }).map(({ otpId }) => otpId),
    /** True when a contact is verified in an organization or below it, or belongs to a user of the organization. */
    isKnown: (organizationId: string, contact: string): boolean => known.get({ organizationId, contact })?.known === 1,
    /** Counts rows without looking at their seals, which takes time that a stranger could cause. */
    waiting(organizationId: string, contact: string, now: number): Waiting {
      seals.requireWhole('otps');
      return waiting.get({ organizationId, contact, now }) ?? { all: 0, ofContact: 0 };
    },
  };
}
