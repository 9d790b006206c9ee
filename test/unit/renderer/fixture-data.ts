import type { CallOutput, DoctorReport } from '../../../shared/ipc/index.ts';
import type {
  AccountRow,
  ActivityDetail,
  ActivityRow,
  CredentialRow,
  KnownModule,
  PathStep,
  ProfileRow,
  TokenFacts,
  UnsettledRequest,
  ValueRow,
  WalletRow,
} from '../../../shared/model/index.ts';
import { findOperation, placeIn } from '../../../shared/operations/index.ts';

/** Made-up data for the test double of main: a pure function of positions, so that every run shows the same. */
const ORGANIZATION = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const WALLETS = ['Treasury', 'Payroll', 'Market making', 'Cold reserve', 'Staking rewards', 'Grants'] as const;
const PURPOSES = ['Operating', 'Fees', 'Settlement', 'Collateral', 'Escrow', 'Refunds', 'Rebate', 'Vesting'] as const;
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** A stream of numbers below 2^32 that depends on the seed alone (mulberry32). */
export function stream(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

export function hexText(seed: number, digits: number): string {
  const next = stream(seed);
  let text = '';
  while (text.length < digits) text += next().toString(16).padStart(8, '0');
  return text.slice(0, digits);
}

const base58Text = (seed: number, length: number): string => {
  const next = stream(seed);
  return Array.from({ length }, () => BASE58[next() % 58]).join('');
};

const uuid = (seed: number): string => hexText(seed, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export function account(index: number, now: number): AccountRow {
  const wallet = index % WALLETS.length;
  const place = Math.floor(index / WALLETS.length);
  const isSolana = index % 5 === 3;
  const isKey = index % 17 === 11;
  const named = index % 4 !== 2;
  return {
    walletAccountId: uuid(index + 1),
    walletId: uuid(900_000 + wallet),
    walletName: WALLETS[wallet] ?? '',
    name: named ? `${PURPOSES[(index * 7) % PURPOSES.length]} ${place + 1}` : null,
    address: isKey
      ? `02${hexText(index + 7, 64)}`
      : isSolana
        ? base58Text(index + 7, 44)
        : `0x${hexText(index + 7, 40)}`,
    addressFormat: isKey ? 'ADDRESS_FORMAT_COMPRESSED' : isSolana ? 'ADDRESS_FORMAT_SOLANA' : 'ADDRESS_FORMAT_ETHEREUM',
    curve: isSolana && !isKey ? 'CURVE_ED25519' : 'CURVE_SECP256K1',
    path: isSolana && !isKey ? `m/44'/501'/${place}'/0'` : `m/44'/60'/0'/0/${place}`,
    publicKey: isSolana && !isKey ? hexText(index + 9, 64) : `03${hexText(index + 9, 64)}`,
    caip2Prefix: isKey ? null : isSolana ? 'solana' : 'eip155',
    exported: wallet === 3,
    imported: wallet === 5,
    createdAt: now - index * 3_600_000,
  };
}

export const wallets = (count: number, now: number): WalletRow[] =>
  WALLETS.map((walletName, index) => ({
    walletId: uuid(900_000 + index),
    walletName,
    accounts: Math.ceil((count - index) / WALLETS.length),
    exported: index === 3,
    imported: index === 5,
    createdAt: now - index * 86_400_000,
  })).filter((wallet) => wallet.accounts > 0);

const KINDS = [
  { type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', title: 'Sign payload' },
  { type: 'ACTIVITY_TYPE_CREATE_WALLET', title: 'Create wallet' },
  { type: 'ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT', title: 'Export account' },
  { type: 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', title: 'Add accounts' },
] as const;
const STATUSES = ['COMPLETED', 'COMPLETED', 'CONSENSUS_NEEDED', 'COMPLETED', 'FAILED', 'PENDING', 'REJECTED'] as const;

export function activity(index: number, now: number): ActivityRow {
  const kind = KINDS[index % KINDS.length] ?? KINDS[0];
  const row = account(index, now);
  const summaries = [
    `With ${row.name ?? row.address}`,
    `${row.walletName}, 1 account`,
    `${row.name ?? row.address} of ${row.walletName}`,
    `2 accounts of ${row.walletName}`,
  ];
  return {
    activityId: uuid(5_000_000 + index),
    type: kind.type,
    title: kind.title,
    status: index === 2 ? 'ACTIVITY_STATUS_COMPLETED' : `ACTIVITY_STATUS_${STATUSES[index % STATUSES.length]}`,
    summary: summaries[index % KINDS.length] ?? '',
    summaryKind: 'text',
    words: null,
    askedBy: null,
    approvals: 1,
    canVote: false,
    fingerprint: `sha256:${hexText(index + 77, 64)}`,
    createdAt: now - index * 5_400_000 - 120_000,
    updatedAt: now - index * 5_400_000 - 118_000,
  };
}

export const SIGNATURE = { r: hexText(41, 64), s: hexText(42, 64), v: '01' };

export function detail(row: ActivityRow, canOpenExport: boolean): ActivityDetail {
  const isSignature = row.type.includes('SIGN');
  const address = account(0, 0).address;
  return {
    row,
    intent: isSignature
      ? flatten(
          'sign_raw_payload',
          {
            signWith: address,
            payload: 'Release of payment batch 2026-11-21',
            encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
            hashFunction: 'HASH_FUNCTION_KECCAK256',
          },
          ['parameters'],
        )
      : flatten('export_wallet_account', { address }, ['parameters']),
    result:
      row.status !== 'ACTIVITY_STATUS_COMPLETED' || !isSignature
        ? []
        : Object.entries(SIGNATURE).map(([name, value]) => ({ path: name, label: name, value, kind: 'bytes' })),
    votes: [
      {
        userId: uuid(61),
        name: null,
        selection: 'VOTE_SELECTION_APPROVED',
        publicKey: `02${hexText(3, 64)}`,
        createdAt: row.createdAt,
      },
    ],
    failure: row.status === 'ACTIVITY_STATUS_FAILED' ? 'The account is not part of this organization.' : null,
    opening: canOpenExport ? { can: 'open', until: null } : null,
    canVote: row.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  };
}

export function described(row: ActivityRow): CallOutput<'activities.describe'> {
  const { intent } = detail(row, false);
  return {
    meaning: {
      headline: row.title,
      decoded: null,
      judged: 'whole',
      mark: null,
      findings: [],
      operation: null,
      title: row.title,
      activityType: row.type,
      organizationId: ORGANIZATION,
      timestampMs: '0',
      fingerprint: row.fingerprint,
      bodyLength: 0,
      rows: intent,
    },
    naming: { headline: row.title, addresses: [], ids: [], findings: [] },
    body: null,
  };
}

export const PROFILES: readonly ProfileRow[] = [
  profile('local', 'local', null, 258, true),
  profile('production', 'remote', 'https://api.custody.example.com', 28, false),
  profile('staging', 'remote', 'https://api.staging.custody.example.com', 150, false),
];

function profile(
  name: string,
  kind: ProfileRow['kind'],
  baseUrl: string | null,
  hue: number,
  current: boolean,
): ProfileRow {
  const key = `04${hexText(hue, 128)}`;
  return {
    name,
    kind,
    baseUrl,
    authUrl: null,
    organizationId: ORGANIZATION,
    signerKey: key,
    notarizerKey: key,
    authProxyConfigId: null,
    hue,
    current,
  };
}

export const credentials = (now: number): CredentialRow[] =>
  PROFILES.map(({ name }, index) => ({
    credentialId: uuid(70 + index),
    profile: name,
    name: `${name} key`,
    publicKey: `02${hexText(80 + index, 64)}`,
    store: index === 2 ? 'file' : 'keychain',
    backend: index === 2 ? 'passphrase file' : 'Secret Service',
    copying: index === 2 ? 'Can be copied with the file' : 'Only programs that may read your keychain can copy it',
    token: null,
    passkey: null,
    pinKept: false,
    curve: 'p256',
    scheme: 'SIGNATURE_SCHEME_TK_API_P256',
    lastUsedAt: null,
    expiresAt: null,
    retired: false,
    replaces: null,
    createdAt: now - 86_400_000,
  }));

export const MODULE: KnownModule = { name: 'SoftHSM2', path: '/usr/lib/softhsm/libsofthsm2.so' };
export const TOKEN: TokenFacts = {
  ...{ slot: 1, label: 'desk', serial: '0001', manufacturer: 'SoftHSM project', model: 'SoftHSM v2', pin: 'ready' },
  curves: ['p256', 'secp256k1', 'ed25519'],
};

export const unsettled = (now: number): UnsettledRequest[] => [
  {
    requestId: uuid(301),
    profile: 'local',
    operation: 'sign_raw_payload',
    title: 'Sign payload',
    state: 'sent',
    fingerprint: `sha256:${hexText(302, 64)}`,
    createdAt: now - 720_000,
    wasClosed: false,
  },
  {
    requestId: uuid(303),
    profile: 'local',
    operation: 'create_wallet',
    title: 'Create wallet',
    state: 'prepared',
    fingerprint: `sha256:${hexText(304, 64)}`,
    createdAt: now - 780_000,
    wasClosed: false,
  },
];

export const DOCTOR: DoctorReport = {
  checks: [
    { name: 'Runtime', status: 'ok', finding: 'Electron 45.4.1, supported until March 2027.', advice: null },
    { name: 'Sandbox', status: 'ok', finding: 'Chromium’s sandbox is on for the window.', advice: null },
    { name: 'Keychain', status: 'ok', finding: 'Secret Service answers and is unlocked.', advice: null },
    {
      name: 'Memory',
      status: 'care',
      finding: 'The vault could not lock its pages in memory.',
      advice: 'Raise the limit for locked memory (ulimit -l) to at least 64 MB and start Castellan again.',
    },
    {
      name: 'Clock',
      status: 'problem',
      finding: 'This machine is 11 minutes behind the service.',
      advice: 'Set the clock; requests would be refused.',
    },
  ],
};

function flatten(operation: string, value: unknown, path: readonly PathStep[]): ValueRow[] {
  if (typeof value !== 'object' || value === null) {
    const { label, kind } = placeIn(findOperation(operation)?.request ?? null, path);
    const written = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
    return [{ path: written.slice(1), label, value: String(value), kind }];
  }
  const members: [PathStep, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return members.flatMap(([step, member]) => flatten(operation, member, [...path, step]));
}

export const ORGANIZATION_ID = ORGANIZATION;

/** Calls on a key that need no more than a yes. */
export const KEY_CALLS = {
  'keys.rename': () => ({}),
  'keys.retire': () => ({}),
  'keys.remove': () => ({}),
  'vault.protect': () => ({}),
  'vault.addSecurityKey': () => ({}),
  'vault.removeSecurityKey': () => ({}),
  'keys.test': () => ({ username: 'Operator', expiresAt: null }),
};
