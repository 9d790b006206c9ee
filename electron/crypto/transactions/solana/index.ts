import { base58 } from '@scure/base';
import type { Finding } from '../../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { ed25519Sign, ed25519Verify } from '../../curves/ed25519.ts';
import { type ContentMeaning, care, danger, row } from '../../meaning.ts';
import { Refusal } from '../../refusal.ts';
import { sameBytes } from '../reading.ts';
import type { Signer, SigningKey, TransactionField, TransactionRule, VerifiedTransaction } from '../rule.ts';
import { differingPart, partNames } from './compare.ts';
import { COMPUTE_BUDGET, decodeInstruction, type ShownValue, sol } from './programs.ts';
import { isEmptySlot, parseSolana, type SolanaTransaction } from './wire.ts';

/** Choice (solana-fee-warning): from 0.1 SOL a priority fee is more likely a mistake than a wish. */
const PRIORITY_FEE_WARNING = 100_000_000n;
/** What a transaction may use at most, and so what its price is multiplied with when it sets no limit itself. */
const MAXIMUM_COMPUTE_UNITS = 1_400_000n;
/** Lamports for each signature. */
const SIGNATURE_FEE = 5_000n;
const NO_ACCOUNT: ShownValue = { value: '', kind: 'text' };

/** Solana's wire transactions, legacy and version 0. Broadcasts nothing, and sees no chain: accounts of tables stay unknown. */
export const solana: TransactionRule = { curve: 'CURVE_ED25519', describe, sign, verify };

function describe(unsigned: string): ContentMeaning {
  const transaction = parseSolana(unsigned);
  const keys = transaction.accountKeys.map((key) => base58.encode(key));
  const payer = keys[0] ?? '';
  const fields: TransactionField[] = [
    { name: 'feePayer', value: payer, kind: 'address' },
    { name: 'recentBlockhash', value: base58.encode(transaction.recentBlockhash), kind: 'address' },
    ...keys
      .slice(0, transaction.requiredSignatures)
      .map((value, index): TransactionField => ({ name: `signers[${index}]`, value, kind: 'address' })),
  ];
  const steps: string[] = [];
  const findings: Finding[] = [];
  /** These come last, because many of them would push out what is known to be dangerous. */
  const unknown: Finding[] = [];
  const tables = transaction.addressTableLookups.map(({ accountKey }) => base58.encode(accountKey));
  tables.forEach((table, index) => {
    fields.push({ name: `addressTableLookups[${index}]`, value: table, kind: 'address' });
  });
  if (tables.length > 0)
    findings.push(
      danger(`Accounts of the address tables ${tables.join(', ')} cannot be seen without asking the network.`, {
        field: 'addressTableLookups[0]',
      }),
    );
  const accounts = [
    ...keys.map((value): ShownValue => ({ value, kind: 'address' })),
    ...tableAccounts(transaction, tables),
  ];
  transaction.instructions.forEach((instruction, index) => {
    const program = keys[instruction.programIdIndex] ?? '';
    const named = Array.from(instruction.accounts, (account) => accounts[account] ?? NO_ACCOUNT);
    const decoded = decodeInstruction(program, named, instruction.data);
    const path = `instructions[${index}]`;
    if (decoded.programName !== null)
      fields.push({ name: `${path}.program`, value: decoded.programName, kind: 'text' });
    fields.push({ name: `${path}.programId`, value: program, kind: 'address' });
    for (const field of decoded.fields) fields.push({ ...field, name: `${path}.${field.name}` });
    const called = decoded.programName === null ? program : `${decoded.programName} (${program})`;
    if (decoded.step !== null) steps.push(decoded.step);
    else if (!decoded.isKnown) steps.push(`Run an instruction of ${called} that is not known here`);
    if (decoded.finding === null) return;
    const { tell, says } = decoded.finding;
    (decoded.isKnown ? findings : unknown).push(
      tell(`Instruction ${index} of ${called} ${says}.`, { field: `${path}.programId` }),
    );
  });
  if (transaction.instructions.length === 0)
    findings.push(care('It has no instruction: it does nothing but pay its fee.'));
  const priority = priorityFee(transaction, keys);
  if (priority !== null) fields.push({ name: 'priorityFee.lamports', value: String(priority), kind: 'amount' });
  if (priority !== null && priority >= PRIORITY_FEE_WARNING)
    findings.push(danger(`It may pay ${sol(priority)} for priority alone.`, { field: 'priorityFee.lamports' }));
  const broken = brokenSignature(transaction);
  if (broken !== null)
    findings.push(danger(`The signature it already has of ${keys[broken] ?? ''} is not one of this message.`));
  const version = transaction.version === 'legacy' ? 'legacy' : `version ${transaction.version}`;
  const fee = SIGNATURE_FEE * BigInt(transaction.requiredSignatures) + (priority ?? 0n);
  return {
    title: `Solana transaction, ${version}`,
    unexplained: [],
    steps: steps.length === 0 ? ['Pay a fee and do nothing else'] : steps,
    summary: [
      row('Fee paid by', payer, 'address'),
      row('Network', 'Solana; which one a transaction does not say'),
      row('Fee at most', sol(fee), 'amount'),
    ],
    fields,
    findings: [...findings, ...unknown],
  };
}

/**
 * Choice (solana-own-slot): what stands in the signer's own slot is replaced, as the field's library does; a signature of
 * an earlier message is worth nothing. Choice (solana-other-signatures): other signers' signatures are kept, and one that
 * does not hold is refused, because the message was changed after it was made.
 */
function sign(unsigned: string, key: SigningKey): string {
  const transaction = parseSolana(unsigned);
  const slot = slotOf(transaction, key);
  const name = (index: number) => base58.encode(transaction.accountKeys[index] ?? new Uint8Array());
  if (slot === -1) {
    const signers = transaction.signatures.map((_, index) => name(index)).join(', ');
    throw new Refusal(
      'transaction',
      `${base58.encode(hexDecode(key.publicKey))} is not among its signers, which are ${signers}`,
    );
  }
  const broken = brokenSignature(transaction, slot);
  if (broken !== null)
    throw new Refusal('transaction', `the signature it already has of ${name(broken)} is of another message`);
  transaction.signatures[slot]?.set(ed25519Sign(key.privateKey, transaction.message));
  return hexEncode(transaction.bytes);
}

function verify(unsigned: string, signer: Signer): (signed: string) => VerifiedTransaction {
  const asked = parseSolana(unsigned);
  const slot = slotOf(asked, signer);
  if (slot === -1) throw new Refusal('transaction', 'the account signed with is not among its signers');
  return (signed) => verifySigned(asked, slot, parseSolana(signed));
}

function verifySigned(asked: SolanaTransaction, slot: number, returned: SolanaTransaction): VerifiedTransaction {
  if (!sameBytes(asked.message, returned.message))
    throw new Refusal('answer', 'is not what was asked for', differingPart(asked, returned));
  returned.signatures.forEach((signature, index) => {
    if (index !== slot && !sameBytes(signature, asked.signatures[index] ?? signature))
      throw new Refusal('answer', "was changed, which is another signer's", `signatures[${index}]`);
  });
  if (isEmptySlot(returned.signatures[slot] ?? new Uint8Array()))
    throw new Refusal('answer', 'is empty, so it is not signed', `signatures[${slot}]`);
  const broken = brokenSignature(returned);
  if (broken !== null) throw new Refusal('answer', 'is not one of this message by its signer', `signatures[${broken}]`);
  const [first] = returned.signatures;
  return {
    scheme: 'Ed25519',
    signed: [hexEncode(returned.message)],
    compared: [...partNames(asked), ...asked.signatures.map((_, index) => `signatures[${index}]`)],
    transactionId: first === undefined || isEmptySlot(first) ? null : base58.encode(first),
  };
}

/** Which signature slot is the signer's, or -1. */
function slotOf({ accountKeys, requiredSignatures }: SolanaTransaction, { publicKey }: Signer): number {
  const own = hexDecode(publicKey);
  return accountKeys.slice(0, requiredSignatures).findIndex((key) => sameBytes(key, own));
}

/** The first signer, other than the one at `except`, whose signature is there but does not hold; null when all hold. */
function brokenSignature(transaction: SolanaTransaction, except = -1): number | null {
  const { signatures, accountKeys, message } = transaction;
  for (const [index, signature] of signatures.entries()) {
    if (index === except || isEmptySlot(signature)) continue;
    const key = accountKeys[index] ?? new Uint8Array();
    if (!ed25519Verify(hexEncode(key), message, signature)) return index;
  }
  return null;
}

/** Names the accounts of tables by their places, because only a chain knows their addresses. All writable ones come first. */
function tableAccounts(transaction: SolanaTransaction, tables: readonly string[]): ShownValue[] {
  const entries = (kind: 'writableIndexes' | 'readonlyIndexes') =>
    transaction.addressTableLookups.flatMap((lookup, table) =>
      Array.from(
        lookup[kind],
        (index): ShownValue => ({ value: `entry ${index} of table ${tables[table] ?? ''}`, kind: 'text' }),
      ),
    );
  return [...entries('writableIndexes'), ...entries('readonlyIndexes')];
}

/** Lamports that the compute budget offers at most beside the base fee; null when it sets no price. */
function priorityFee(transaction: SolanaTransaction, keys: readonly string[]): bigint | null {
  let price: bigint | null = null;
  let units = MAXIMUM_COMPUTE_UNITS;
  for (const { programIdIndex, data } of transaction.instructions) {
    if (keys[programIdIndex] !== COMPUTE_BUDGET) continue;
    const { fields } = decodeInstruction(COMPUTE_BUDGET, [], data);
    for (const { name, value } of fields) {
      if (name === 'microLamports') price = BigInt(value);
      if (name === 'units' && BigInt(value) < units) units = BigInt(value);
    }
  }
  return price === null ? null : (price * units + 999_999n) / 1_000_000n;
}
