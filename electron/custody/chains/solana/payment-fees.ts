import {
  type FeeSpeed,
  MAXIMUM_PRIORITY,
  MEMO_UNITS,
  type Payment,
  SOLANA_SIGNATURE_FEE,
  type SolanaFees,
  type TokenProgram,
} from '../../../../shared/model/index.ts';
import { associatedTokenAccount, TOKEN_PROGRAM_ADDRESSES } from '../../../crypto/index.ts';
import { NodeFault } from '../../node-fault.ts';
import type { ChainNode } from '../node.ts';
import {
  accountsAt,
  priorityFees,
  readTokenAccount,
  rentMinimum,
  type SolanaAccount,
  TOKEN_ACCOUNT_SPACE,
} from './accounts.ts';

/** The shortest token account of each program. One of the newer program is bound to its owner. */
const SPACES: Readonly<Record<TokenProgram, number>> = { token: TOKEN_ACCOUNT_SPACE, token2022: 170 };

/**
 * Choice (solana-units): the compute units that a payment asks for are fixed, above the measured use. SOL uses 450, and a
 * token with extensions up to 60,000 with a new account.
 */
const UNITS = { coin: 1_000, token: 120_000 } as const;

/** Choice (solana-speeds): the priority fee is this percentile of the last slots that wrote to the payer or the recipient. */
const PERCENTILES: Readonly<Record<FeeSpeed, number>> = { slow: 25, normal: 50, fast: 90 };

const MICRO = 1_000_000n;

/**
 * Returns the price of a payment from an account, and what the chain knows about the accounts in it. Throws a NodeFault
 * for a malformed reply, and for a fee above the bound.
 */
export async function solanaPaymentFees(node: ChainNode, from: string, payment: Payment): Promise<SolanaFees> {
  const { to, token } = payment;
  const named = [from, to, ...(token === null ? [] : [token])];
  const [accounts, minimum, recent] = await node.askAll<[readonly (SolanaAccount | null)[], bigint, readonly bigint[]]>(
    [accountsAt(named), rentMinimum(0), priorityFees([from, to])],
  );
  const [payer = null, recipient = null, mint = null] = accounts;
  const concerned =
    token === null
      ? { ...COIN_ONLY, heldUnits: String(payer?.lamports ?? 0n) }
      : await tokenFacts(node, { from, to, token }, mint);
  const units = token === null ? UNITS.coin : UNITS.token;
  const [slow, normal, fast] = Object.values(PERCENTILES).map((percent) => percentile(recent, percent)) as [
    bigint,
    bigint,
    bigint,
  ];
  // A memo may be added to the payment after its price is known.
  const most = (fast * (BigInt(units) + MEMO_UNITS) + MICRO - 1n) / MICRO;
  if (most > MAXIMUM_PRIORITY)
    throw new NodeFault(
      'malformed',
      `the node of ${node.chain} asks for a priority fee of up to ${most} lamports, more than Castellan proposes. Ask another node.`,
    );
  return {
    family: 'solana',
    // A payment has one signature.
    signatureFee: String(SOLANA_SIGNATURE_FEE),
    slow: String(slow),
    normal: String(normal),
    fast: String(fast),
    unitLimit: String(units),
    minimum: String(minimum),
    recipientUnits: String(recipient?.lamports ?? 0n),
    ...concerned,
    refusal: concerned.refusal ?? recipientRefusal(recipient),
  };
}

type TokenFacts = Pick<SolanaFees, 'heldUnits' | 'program' | 'accountRent' | 'refusal'>;

const COIN_ONLY = { program: null, accountRent: null, refusal: null } as const;

async function tokenFacts(
  node: ChainNode,
  { from, to, token }: { readonly from: string; readonly to: string; readonly token: string },
  mint: SolanaAccount | null,
): Promise<TokenFacts> {
  const program = programOf(mint);
  if (program === null) {
    const refusal = `${node.chain} has no token at ${token}. Choose another asset, or another chain.`;
    return { heldUnits: '0', program: 'token', accountRent: null, refusal };
  }
  const programAddress = TOKEN_PROGRAM_ADDRESSES[program];
  const address = (owner: string) => associatedTokenAccount(owner, token, programAddress);
  const [source = null, destination = null] = await node.ask(accountsAt([address(from), address(to)]));
  const held = source === null ? null : readTokenAccount(source, programAddress);
  if (held !== null && (held.mint !== token || held.owner !== from))
    throw new NodeFault('malformed', 'it returned the token account of another owner or token');
  const facts = { heldUnits: String(held?.units ?? 0n), program } as const;
  if (held?.isFrozen === true)
    return { ...facts, accountRent: null, refusal: 'The issuer froze the token account that pays.' };
  const theirs = destination === null ? null : readTokenAccount(destination, programAddress);
  if (theirs === null) {
    // An account of the same token has the same extensions, so that it has the length of the new one.
    const rent = await node.ask(rentMinimum(Math.max(source?.space ?? 0, SPACES[program])));
    const there = destination?.lamports ?? 0n;
    return { ...facts, accountRent: String(rent > there ? rent - there : 0n), refusal: null };
  }
  const refusal =
    theirs.mint !== token || theirs.owner !== to
      ? 'The recipient gave its account for this token to somebody else. Ask for another address.'
      : theirs.isFrozen
        ? 'The issuer froze the recipient’s account for this token. Ask for another address.'
        : null;
  return { ...facts, accountRent: null, refusal };
}

function programOf(mint: SolanaAccount | null): TokenProgram | null {
  const owner = mint?.owner;
  return owner === TOKEN_PROGRAM_ADDRESSES.token
    ? 'token'
    : owner === TOKEN_PROGRAM_ADDRESSES.token2022
      ? 'token2022'
      : null;
}

/** Returns why an account must not receive, or null. */
function recipientRefusal(recipient: SolanaAccount | null): string | null {
  if (recipient?.isProgram === true)
    return 'The recipient is a program, which takes no payments. Ask for another address.';
  return programOf(recipient) === null
    ? null
    : 'The recipient is a token account or a token, not a wallet. Ask for the address of the wallet.';
}

function percentile(fees: readonly bigint[], percent: number): bigint {
  const inOrder = fees.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  return inOrder[Math.min(inOrder.length - 1, Math.floor((inOrder.length * percent) / 100))] ?? 0n;
}
