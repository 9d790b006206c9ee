import { describe, expect, it } from 'vitest';
import { isIrreversible, verbsOf } from '../../../../renderer/trusted/verbs.ts';
import type { QuestionOf } from '../../../../shared/ipc/index.ts';
import type { Meaning } from '../../../../shared/model/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { BLIND, MEANING } from '../../meaning.ts';

const asked = (meaning: Meaning | null, vote: QuestionOf<'stamp'>['vote'] = null): QuestionOf<'stamp'> => ({
  kind: 'stamp',
  derived: [],
  profile: {
    name: 'desk',
    kind: 'local',
    baseUrl: null,
    organizationId: '',
    hue: 200,
    organizationName: null,
    blindSigning: true,
  },
  key: { name: 'Workstation', publicKey: '02' },
  meaning,
  naming: null,
  body: '',
  before: null,
  replaces: null,
  votes: null,
  changed: [],
  vote,
  passphrase: 'none',
  called: 'PIN',
  securityKey: 'none',
  problem: null,
});

const whole: Meaning = { ...MEANING, judged: 'whole', mark: null, findings: [] };
const labels = (change: Partial<Meaning>) => {
  const { yes, no } = verbsOf(asked({ ...whole, decoded: null, ...change }));
  return [yes, no];
};
const transaction = (headline: string) => labels({ operation: 'sign_transaction', headline });

const itemRow = (path: string): Meaning['rows'][number] => ({ path, label: 'x', value: 'y', kind: 'text' });

describe('the buttons of a request', () => {
  it.each([
    ['import_secrets', ['secrets[0].name', 'secrets[0].secretPayload'], 'Import secret'],
    ['import_secrets', ['secrets[0].name', 'secrets[1].name'], 'Import secrets'],
    ['delete_policies', ['policyIds[0]'], 'Delete policy'],
    ['delete_private_keys', ['privateKeyIds[0]', 'privateKeyIds[1]'], 'Delete private keys'],
    ['create_api_keys', ['apiKeys[0].apiKeyName', 'userId'], 'Create API key'],
    ['delete_users', [], 'Delete users'],
  ])('%s of %j: %s', (operation, paths, yes) => {
    const { title } = OPERATIONS[operation as keyof typeof OPERATIONS];
    const rows = paths.map((path) => itemRow(`parameters.${path}`));
    expect(labels({ operation, title, headline: title, rows })[0]).toBe(yes);
  });

  it.each([
    ['create_wallet', 'Create wallet', 'Don’t create'],
    ['update_root_quorum', 'Update root quorum', 'Don’t update'],
    ['export_wallet_account', 'Export key', 'Don’t export'],
    ['export_wallet', 'Export wallet', 'Don’t export'],
    ['create_smart_contract_interface', 'Create', 'Don’t create'],
  ])('%s: %s', (operation, yes, no) => {
    const { title } = OPERATIONS[operation as keyof typeof OPERATIONS];
    expect(labels({ operation, title, headline: title })).toEqual([yes, no]);
  });

  it.each([
    ['Send 2.5 ETH to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'Send 2.5 ETH', 'Don’t send'],
    ['Send 1000.25 USDC to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'Send 1,000.25 USDC', 'Don’t send'],
    ['Send 0.000000000000000001 ETH to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'Send', 'Don’t send'],
    ['Let 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 take all USDC', 'Allow', 'Don’t allow'],
    ['Swap: 5 ETH for USDC', 'Swap', 'Don’t swap'],
    ['Send 1 ETH to 0x11; Let 0x22 take all USDC', 'Sign transaction', 'Don’t sign'],
    ['Send 1 ETH to 0x11, and 2 more', 'Sign transaction', 'Don’t sign'],
    ['Create a contract', 'Sign transaction', 'Don’t sign'],
  ])('%s: %s', (headline, yes, no) => {
    expect(transaction(headline)).toEqual([yes, no]);
  });

  it.each([
    ['export_wallet_account', {}, true],
    ['sign_transaction', { isUnlimited: true }, true],
    ['sign_raw_payload', { isUnlimited: true }, true],
    ['sign_transaction', {}, false],
  ] as const)('%s with a finding of %j cannot be taken back: %s', (operation, facts, expected) => {
    const finding = { level: 'danger', text: 'Let 0x11 take all USDC', field: null, basis: null, ...facts } as const;
    const meaning = { ...whole, decoded: null, operation, headline: 'Let 0x11 take all USDC', findings: [finding] };
    expect(isIrreversible(asked(meaning))).toBe(expected);
    expect(isIrreversible(asked(null))).toBe(false);
  });

  it('a transaction that the service signs and sends is named by its one payment, else by its title', () => {
    const { title } = OPERATIONS.sol_send_transaction;
    const sent = (headline: string) => labels({ operation: 'sol_send_transaction', title, headline });
    expect(sent('Send 2.5 SOL to 8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9')[0]).toBe('Send 2.5 SOL');
    expect(sent('Send 2.5 SOL to 8qbH, and 2 more')[0]).toBe(title);
    expect(sent('Create a token account')[0]).toBe(title);
  });

  it('a message has the button of its kind', () => {
    const decoded = { summary: [], fields: [], unexplained: [] };
    const message = { operation: 'sign_raw_payload', headline: 'Sign the message “Send 2.5 ETH to 0x”' };
    expect(labels({ ...message, decoded: { ...decoded, title: 'Personal message (EIP-191)' } })[0]).toBe(
      'Sign message',
    );
    expect(labels({ ...message, decoded: { ...decoded, title: 'EIP-712 typed data' } })[0]).toBe('Sign typed data');
  });

  it('blind content, a vote and meaningless bytes have their own buttons', () => {
    expect(verbsOf(asked(BLIND))).toEqual({ yes: 'Sign blind', no: 'Don’t sign' });
    expect(verbsOf(asked(null))).toEqual({ yes: 'Sign', no: 'Don’t sign' });
    const vote = (approves: boolean) => verbsOf(asked(whole, { approves, meaning: null, problem: '' }));
    expect([vote(true), vote(false)]).toEqual([
      { yes: 'Approve', no: 'Don’t approve' },
      { yes: 'Reject', no: 'Don’t reject' },
    ]);
  });
});
