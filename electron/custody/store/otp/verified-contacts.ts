import type { OtpType } from '../../../../shared/model/index.ts';
import type { Database } from '../../../storage/sqlite/index.ts';
import type { UserRow } from '../organizations/organizations.ts';
import type { RowSeals } from '../seals/row-seals.ts';

export interface Contact {
  readonly otpType: OtpType;
  /** An email address in any letter case, or a phone number in E.164. */
  readonly contact: string;
}

interface VerifiedRow extends Contact {
  readonly verification: string;
  readonly userId: string;
  readonly organizationId: string;
}

/**
 * Contacts that users proved to hold, at most one of each type. Reads throw DATABASE_CHANGED for a row that this
 * service did not write.
 */
export function verifiedContactTable(database: Database, seals: RowSeals) {
  const ofUser = database.prepare<[string], VerifiedRow>(
    `SELECT verification, user_id AS userId, organization_id AS organizationId, otp_type AS otpType, contact
     FROM verified_contacts WHERE user_id = ?`,
  );
  const put = database.prepare<[VerifiedRow]>(
    `INSERT INTO verified_contacts (verification, user_id, organization_id, otp_type, contact)
     VALUES (@verification, @userId, @organizationId, @otpType, @contact)
     ON CONFLICT DO UPDATE SET contact = excluded.contact`,
  );
  const remove = database.prepare<[string]>('DELETE FROM verified_contacts WHERE verification = ?');

  const forget = (verification: string): void => {
    remove.run(verification);
    seals.wrote('verified_contacts', verification);
  };
  return {
    ofUser(userId: string) {
      seals.check('verified_contacts', 'user_id', userId);
      return ofUser.all(userId);
    },
    put({ userId, organizationId }: UserRow, { otpType, contact }: Contact): void {
      const verification = `${userId}/${otpType}`;
      put.run({ verification, userId, organizationId, otpType, contact });
      seals.wrote('verified_contacts', verification);
    },
    remove: (userId: string, otpType: OtpType) => forget(`${userId}/${otpType}`),
    /** Forgets all of a user. */
    removeOf(userId: string): void {
      for (const { verification } of ofUser.all(userId)) forget(verification);
    },
  };
}
