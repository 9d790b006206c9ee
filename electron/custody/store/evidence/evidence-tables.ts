type Value = string | number | Uint8Array | null | undefined;
/** A row by the names of its members in this program. */
export type EvidenceRow = Readonly<Record<string, Value>>;

interface Declared {
  /** The members that the seal covers, with their columns. */
  readonly members: Readonly<Record<string, string>>;
  /** Names a row in an error. */
  readonly name: string;
}

/**
 * The tables whose rows are sealed one by one. The sealed columns of keys are left out: each is encrypted for its own
 * row (`PLACES`).
 */
export const EVIDENCE = {
  activities: {
    members: {
      activityId: 'activity_id',
      organizationId: 'organization_id',
      type: 'type',
      status: 'status',
      intent: 'intent',
      result: 'result',
      failure: 'failure',
      fingerprint: 'fingerprint',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    name: 'The activity {activityId} of the organization {organizationId}',
  },
  votes: {
    members: {
      voteId: 'vote_id',
      activityId: 'activity_id',
      userId: 'user_id',
      selection: 'selection',
      message: 'message',
      publicKey: 'public_key',
      signature: 'signature',
      scheme: 'scheme',
      evaluations: 'evaluations',
      createdAt: 'created_at',
    },
    name: 'The vote {voteId} on the activity {activityId}',
  },
  wallets: {
    members: {
      walletId: 'wallet_id',
      organizationId: 'organization_id',
      walletName: 'wallet_name',
      exported: 'exported',
      imported: 'imported',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    name: 'The wallet {walletName} of the organization {organizationId}',
  },
  wallet_accounts: {
    members: {
      walletAccountId: 'wallet_account_id',
      organizationId: 'organization_id',
      walletId: 'wallet_id',
      name: 'name',
      curve: 'curve',
      pathFormat: 'path_format',
      path: 'path',
      addressFormat: 'address_format',
      address: 'address',
      publicKey: 'public_key',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    name: 'The account {address} of the organization {organizationId}',
  },
  private_keys: {
    members: {
      privateKeyId: 'private_key_id',
      organizationId: 'organization_id',
      privateKeyName: 'private_key_name',
      curve: 'curve',
      publicKey: 'public_key',
      exported: 'exported',
      imported: 'imported',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    name: 'The private key {privateKeyName} of the organization {organizationId}',
  },
  private_key_addresses: {
    members: {
      privateKeyId: 'private_key_id',
      organizationId: 'organization_id',
      addressFormat: 'address_format',
      address: 'address',
    },
    name: 'The address {address} of the private key {privateKeyId}',
  },
} as const satisfies Readonly<Record<string, Declared>>;
export type EvidenceTable = keyof typeof EVIDENCE;

/** The columns of a table as its members, with the seal. `of` qualifies them in a join. */
export function columnsOf(table: EvidenceTable, of = ''): string {
  const members = Object.entries(EVIDENCE[table].members).map(([member, column]) => `${of}${column} AS ${member}`);
  return [...members, `${of}seal AS seal`].join(', ');
}

/** Selects the rows after a row number, at most a number of them, each with its row number as `sequence`. */
export function selectPage(table: EvidenceTable): string {
  return `SELECT ${columnsOf(table)}, rowid AS sequence FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ?`;
}

/** The text that the seal of a row covers. No two rows, of one table or of two, have the same text. */
export function textOf(table: EvidenceTable, row: object): string {
  const given = row as EvidenceRow;
  return JSON.stringify([table, ...Object.keys(EVIDENCE[table].members).map((member) => given[member])]);
}

/** The name of a row in an error. Somebody else may have written its values. */
export function nameOf(table: EvidenceTable, row: object): string {
  const given = row as EvidenceRow;
  return EVIDENCE[table].name.replace(/\{(\w+)\}/g, (_match, member: string) =>
    JSON.stringify(String(given[member]).slice(0, 80)),
  );
}
