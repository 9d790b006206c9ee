/** A job of an operator, and the specs that play it on the packaged layout. Each spec has axe look at its screens. */
export interface Job {
  readonly job: string;
  /** `<spec>.spec.ts` here or in `test/windows`, which counts the presses of the job. */
  readonly spec: string;
  /** The most presses, of the pointer or of keys that act, from the place where the operator is. */
  readonly clicks: number;
  /** The spec that plays the job without a pointer, and the words of its step. */
  readonly keyboard: readonly [spec: string, step: string];
}

const ONE = 'keyboard';
const PAYMENTS = 'keyboard-payments';
const VOTES = 'one-screen';
const PLACES = 'keyboard-places';

export const JOBS: readonly Job[] = [
  { job: 'first vault with a PIN', spec: 'lock', clicks: 3, keyboard: [ONE, 'the first vault with a PIN'] },
  {
    job: 'make a wallet of five chains',
    spec: 'five-chain-wallet',
    clicks: 6,
    keyboard: [ONE, 'a wallet of five chains'],
  },
  { job: 'add accounts to a wallet', spec: 'wallets', clicks: 4, keyboard: [ONE, 'more accounts of a wallet'] },
  { job: 'import a wallet or a key', spec: 'import', clicks: 6, keyboard: [ONE, 'an import of a wallet'] },
  { job: 'sign a message, typed data or a transaction', spec: 'sign', clicks: 5, keyboard: [ONE, 'a signature'] },
  { job: 'send to somebody', spec: 'send', clicks: 6, keyboard: [PAYMENTS, 'ether, with a typed fee'] },
  { job: 'send a token', spec: 'send-token', clicks: 6, keyboard: [PAYMENTS, 'a token on Ethereum'] },
  { job: 'send on Tempo', spec: 'send-tempo', clicks: 6, keyboard: [PAYMENTS, 'a token on Tempo, with a memo'] },
  { job: 'send on Bitcoin', spec: 'send-bitcoin', clicks: 6, keyboard: [PAYMENTS, 'bitcoin, whose fee'] },
  { job: 'send on Solana', spec: 'send-solana', clicks: 6, keyboard: [PAYMENTS, 'SOL'] },
  { job: 'send on Tron', spec: 'send-tron', clicks: 6, keyboard: [PAYMENTS, 'TRX'] },
  { job: 'receive', spec: 'receive', clicks: 2, keyboard: [ONE, 'an address to receive at'] },
  { job: 'send many', spec: 'send-many', clicks: 6, keyboard: [PAYMENTS, 'a table of payments'] },
  {
    job: 'broadcast a signed batch',
    spec: 'broadcast-many',
    clicks: 2,
    keyboard: ['broadcast-many', 'a signed batch is broadcast'],
  },
  { job: 'replace a payment', spec: 'replace-payment', clicks: 4, keyboard: [PAYMENTS, 'is raised afterwards'] },
  { job: 'vote on a payment, and broadcast it', spec: 'pay-with-two-people', clicks: 3, keyboard: [VOTES, 'is cast'] },
  { job: 'vote on an export, and open it', spec: 'export-with-two-people', clicks: 3, keyboard: [VOTES, 'is cast'] },
  { job: 'export and reveal alone', spec: 'export-and-reveal', clicks: 4, keyboard: [ONE, 'up to the revealed key'] },
  { job: 'users, tags, keys and the quorum', spec: 'organization', clicks: 6, keyboard: [PLACES, 'a user with a tag'] },
  { job: 'policies', spec: 'policies', clicks: 4, keyboard: [PLACES, 'a policy'] },
  { job: 'limits over time', spec: 'limits', clicks: 11, keyboard: [PLACES, 'a limit that binds'] },
  { job: 'remove a user', spec: 'leaving', clicks: 6, keyboard: [PLACES, 'a user leaves'] },
  { job: 'sub-organizations', spec: 'sub-organization', clicks: 5, keyboard: [PLACES, 'a sub-organization'] },
  { job: 'passkeys and second factors', spec: 'user-passkey', clicks: 5, keyboard: [PLACES, 'a passkey'] },
  { job: 'sessions', spec: 'sign-in', clicks: 6, keyboard: [PLACES, 'a session'] },
  { job: 'webhooks', spec: 'webhooks', clicks: 9, keyboard: [PLACES, 'an endpoint'] },
  { job: 'audit log', spec: 'audit', clicks: 2, keyboard: [PLACES, 'a verified audit log'] },
  { job: 'back up', spec: 'backup', clicks: 3, keyboard: [ONE, 'and its backup'] },
  { job: 'restore a backup', spec: 'restore', clicks: 3, keyboard: ['restore', 'a backup from the window'] },
  { job: 'balances and history', spec: 'history', clicks: 3, keyboard: [PLACES, 'a node for the history'] },
  {
    job: 'change the address of a profile',
    spec: 'edited-profile',
    clicks: 5,
    keyboard: [PLACES, 'the address of a profile'],
  },
  { job: 'tray, notifications and links', spec: 'outside', clicks: 0, keyboard: ['outside', 'a link opens a place'] },
];

/** The table of `test/e2e/README.md`. */
export const jobTable = (): string =>
  [
    '| job | spec | clicks at most | without a pointer |',
    '|---|---|---|---|',
    ...JOBS.map(({ job, spec, clicks, keyboard: [keys] }) => `| ${job} | \`${spec}\` | ${clicks} | \`${keys}\` |`),
  ].join('\n');
