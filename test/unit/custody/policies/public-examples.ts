import { payloadFacts, transactionFacts } from '../../../../electron/crypto/index.ts';
import { createBudget } from '../../../../electron/custody/policies/budget.ts';
import { evaluatePolicy, type Names, type Value } from '../../../../electron/custody/policies/evaluate.ts';
import { Quantity } from '../../../../electron/custody/policies/quantity.ts';
import type { TransactionType } from '../../../../shared/model/index.ts';
import { checkExpression, keywordsOf, type PolicyPart, parsePolicy } from '../../../../shared/policy-language/index.ts';
import vectors from '../../../vectors/transactions.json' with { type: 'json' };
import { draftOf, publicKey, writeDraft } from '../../crypto/transactions/bitcoin/drafts.ts';
import { publicBytes, SYSTEM, solanaKey, solanaText } from '../../crypto/transactions/solana/builder.ts';
import { OWNER, rawText, TARGET } from '../../crypto/transactions/tron/builder.ts';

const SIGNER = { ethereumAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', addressFormat: undefined };
const factsOf = (type: TransactionType, text: string) =>
  ({ tx: transactionFacts(type, text, SIGNER) }) as unknown as Value;

/** A call of an ERC-20 transfer on Sepolia, as it is in the vectors: type 2, nonce 128, one ether, its arguments zero. */
const erc20 = vectors.evm.find(({ name }) => name === 'EIP-1559 with data and an access list')?.unsigned ?? '';
const transfer = solanaText({
  header: [1, 0, 1],
  keys: [publicBytes(solanaKey(1)), new Uint8Array(32).fill(3), SYSTEM],
  instructions: [{ program: 2, accounts: [0, 1], data: '02000000e803000000000000' }],
});
const typed = JSON.stringify({
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  domain: { name: 'USD Coin', chainId: 1, verifyingContract: `0x${'11'.repeat(20)}` },
  message: { spender: `0x${'22'.repeat(20)}`, value: 0 },
});

/** The message of typed data as policies have it: its numbers compare with texts too. */
function typedFacts(): Value {
  const facts = payloadFacts('PAYLOAD_ENCODING_EIP712', typed) as unknown as {
    eip_712: { message: { spender: string; value: bigint } };
  };
  const { message } = facts.eip_712;
  return {
    eip_712: { ...facts.eip_712, message: { ...message, value: new Quantity(message.value) } },
  } as unknown as Value;
}

const ACTIVITY = (type: string, resource: string, action: string, params = {}) =>
  ({ type, kind: type.replace(/^ACTIVITY_TYPE_|_V[0-9]+$/g, ''), resource, action, params }) as unknown as Value;
const SIGNING = ACTIVITY('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', 'WALLET', 'SIGN');
const WALLET = { id: 'wallet-1', imported: false, exported: false, label: 'Treasury' };
const ACCOUNT = { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' };

/** The facts of each sample request, by its name. */
const SAMPLES = {
  ethereum: {
    activity: SIGNING,
    eth: factsOf('TRANSACTION_TYPE_ETHEREUM', erc20),
    wallet: WALLET,
    wallet_account: ACCOUNT,
  },
  typed: {
    activity: ACTIVITY('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', 'WALLET', 'SIGN', { encoding: 'PAYLOAD_ENCODING_EIP712' }),
    eth: typedFacts(),
    wallet: WALLET,
  },
  solana: { activity: SIGNING, solana: factsOf('TRANSACTION_TYPE_SOLANA', transfer), wallet: WALLET },
  bitcoin: {
    activity: SIGNING,
    bitcoin: factsOf('TRANSACTION_TYPE_BITCOIN', writeDraft(draftOf(['P2WPKH'], publicKey))),
    wallet: WALLET,
  },
  tron: {
    activity: SIGNING,
    tron: factsOf(
      'TRANSACTION_TYPE_TRON',
      rawText({
        name: 'TransferContract',
        type: 1,
        value: [
          [1, OWNER],
          [2, TARGET],
          [3, 5_000_000],
        ],
      }),
    ),
    private_key: { id: 'key-1', tags: ['hot'], imported: true, exported: false, label: 'Hot' },
  },
  users: { activity: ACTIVITY('ACTIVITY_TYPE_CREATE_USERS_V3', 'USER', 'CREATE') },
  exports: {
    activity: ACTIVITY('ACTIVITY_TYPE_EXPORT_WALLET', 'WALLET', 'EXPORT', { wallet_id: 'wallet-1' }),
    wallet: WALLET,
  },
  /** Two users approved: one with a passkey, one with an API key. */
  approved: {
    approvers: [
      { id: 'user-1', tags: ['finance', 'admin'], email: 'a@example.com', alias: 'Ada' },
      { id: 'user-2', tags: ['finance'], email: '', alias: 'Bot' },
    ],
    credentials: [
      {
        id: 'credential-1',
        user_id: 'user-1',
        type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
        credential_id: 'AAAA',
        public_key: '02aa',
      },
      {
        id: 'credential-2',
        user_id: 'user-2',
        type: 'CREDENTIAL_TYPE_API_KEY_P256',
        credential_id: '',
        public_key: '02bb',
      },
    ],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Value>>>>;
export type Sample = keyof typeof SAMPLES;

/** Returns the faults of an expression, its value for a sample, or the reason why it has no value. */
export function outcomeOf(part: PolicyPart, sample: Sample, text: string): string {
  const faults = checkExpression(part, text).map(({ place, message }) => `${place}: ${message}`);
  if (faults.length > 0) return `refused: ${faults.join(' ')}`;
  const names: Names = Object.fromEntries(
    keywordsOf(part).map((name) => [name, () => (SAMPLES[sample] as Readonly<Record<string, Value>>)[name]]),
  );
  try {
    return String(evaluatePolicy(parsePolicy(text, keywordsOf(part)), names, createBudget()));
  } catch (error) {
    return `no value: ${(error as Error).message}`;
  }
}
