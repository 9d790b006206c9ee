/**
 * Decodes an instruction of a program. Its data must have exactly the layout, although the programs themselves let
 * bytes follow. Nothing may be signed that is not shown.
 */
import { hexEncode } from '../../../../shared/wire/index.ts';
import { care, danger } from '../../meaning.ts';
import { Refusal } from '../../refusal.ts';
import { baseUnits, isAllOf, tokenOf } from '../../tokens.ts';
import { isUnowned } from '../../unowned.ts';
import { type ByteReader, byteReader, littleEndian } from '../byte-reader.ts';
import { placeIn, printableText } from '../reading.ts';
import type { TransactionField } from '../rule.ts';
import {
  type InstructionRule,
  MEMO_PROGRAMS,
  NONE,
  PROGRAMS,
  type ProgramRule,
  type ShownValue,
  sol,
  TOKEN_2022_PROGRAM,
  tokenText,
} from './programs/index.ts';
import { allowanceFindings, feeFindings, hookFindings, type InstructionFinding, type Values } from './transfers.ts';
import { undecodedWords } from './undecoded-words.ts';
import { unsignedFindings } from './unsigned-accounts.ts';

const U64_MAXIMUM = String(2n ** 64n - 1n);
/** Choice (solana-all-tokens): an allowance of half of all units or more ends with the balance. */
const PRACTICALLY_ALL = 2n ** 63n;

const NO_VALUES: Values = new Map();
/** The bytes of the length before a list of Borsh. */
const BORSH_LENGTH = 4;

export interface DecodedInstruction {
  readonly programName: string | null;
  /** Their names do not include the instruction. */
  readonly fields: readonly TransactionField[];
  /** The effect of the instruction. Empty for an instruction that only prepares others. */
  readonly steps: readonly string[];
  /** It only makes accounts for other instructions. */
  readonly isMinor: boolean;
  readonly findings: readonly InstructionFinding[];
  /** Accounts and data by name. Null when they are shown undecoded. */
  readonly values: Values | null;
  /** The values that neither the step nor a finding names. */
  readonly unsaid: Values;
  /** The bytes of a transaction that it proposes. Null for other instructions. */
  readonly carried: Uint8Array | null;
  /** False when a part of its effect is not known. */
  readonly isDescribed: boolean;
  /** The account that has power over what the instruction makes. */
  readonly gives: ShownValue | null;
}

/** Facts of the transaction that an instruction is in. */
export interface Known {
  /** The owners of token accounts, where the transaction itself states them. */
  readonly owners: ReadonlyMap<string, string>;
  /** The accounts that sign it. */
  readonly signers: ReadonlySet<string>;
}

/** The bytes of an instruction, in those of the transaction. */
export interface InstructionBytes {
  readonly program: string;
  readonly data: Uint8Array;
  readonly whole: Uint8Array;
}

/**
 * Decodes an instruction, without its program's id. `accounts` are its accounts as they are shown. An unknown instruction
 * is returned raw with a warning.
 */
export function decodeInstruction(
  instruction: InstructionBytes,
  accounts: readonly ShownValue[],
  known: Known,
): DecodedInstruction {
  const { program } = instruction;
  if (MEMO_PROGRAMS.has(program)) return decodeMemo(instruction, accounts);
  const rule = PROGRAMS.get(program);
  if (rule === undefined) return undecoded(null, instruction, accounts);
  try {
    return decodeKnown(rule, instruction, accounts, known);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return undecoded(rule, instruction, accounts);
  }
}

function decodeMemo(instruction: InstructionBytes, accounts: readonly ShownValue[]): DecodedInstruction {
  const { data, whole } = instruction;
  const text = printableText(data);
  const programName = 'Memo Program';
  if (text === null) return undecoded(null, instruction, accounts, programName);
  const memo = { value: text, kind: 'text', ...placeIn(whole, data) } as const;
  return {
    programName,
    fields: [{ name: 'memo', ...memo }, ...list('signers', accounts)],
    steps: [],
    isMinor: false,
    findings: [],
    values: new Map([['memo', memo]]),
    unsaid: NO_VALUES,
    carried: null,
    isDescribed: true,
    gives: null,
  };
}

function undecoded(
  rule: ProgramRule | null,
  { program, data, whole }: InstructionBytes,
  accounts: readonly ShownValue[],
  programName = rule?.name ?? null,
): DecodedInstruction {
  return {
    programName,
    fields: [
      { name: 'accountsCount', value: String(accounts.length), kind: 'text' },
      ...list('accounts', accounts),
      { name: 'data', value: hexEncode(data), kind: 'bytes', ...placeIn(whole, data) },
    ],
    steps: [`Run an unknown instruction of ${calledProgram(programName, program)}`],
    isMinor: false,
    findings: [{ findingOf: danger, says: undecodedWords(rule, program, data), field: 'data' }],
    values: null,
    unsaid: NO_VALUES,
    carried: null,
    isDescribed: false,
    gives: null,
  };
}

/** A program by its name and its address. */
export function calledProgram(programName: string | null, program: string): string {
  return programName === null ? program : `${programName} (${program})`;
}

/** Throws a `Refusal` for an instruction that the program does not have. */
function decodeKnown(
  program: ProgramRule,
  { program: id, data, whole }: InstructionBytes,
  accounts: readonly ShownValue[],
  { owners, signers }: Known,
): DecodedInstruction {
  const reader = byteReader(data, 'the data of an instruction');
  // An associated token account is also created by no data at all.
  const isImplied = program.instructions[0]?.name === 'create' && data.length === 0;
  const rule = isImplied ? program.instructions[0] : ruleIn(program, reader);
  const names = rule?.accounts.split(' ').filter((name) => name !== '') ?? [];
  if (rule === undefined || accounts.length < names.filter((name) => !name.endsWith('?')).length)
    throw new Refusal('transaction', 'is not known', 'an instruction');
  const tag: TransactionField = { name: 'instruction', value: rule.name, kind: 'text' };
  const accountAt = (index: number) => {
    const account = accounts[index] ?? NONE;
    return program.hasAbsentAccounts === true && account.value === id ? NONE : account;
  };
  const values = new Map(names.map((name, index) => [name.replace('?', ''), accountAt(index)]));
  const others = accounts.slice(names.length);
  const tagPlace = placeIn(whole, reader.since(0));
  let carried: Uint8Array | null = null;
  for (const [name, kind] of Object.entries(rule.data ?? {})) {
    const start = reader.position();
    values.set(name, { ...kind(reader), ...placeIn(whole, reader.since(start)) });
    if (name === rule.carries) carried = reader.since(start).subarray(BORSH_LENGTH);
  }
  reader.end();
  for (const [name, programs] of Object.entries(rule.runs ?? {}))
    if (!programs.has(values.get(name)?.value ?? '')) throw new Refusal('transaction', 'runs another program', name);
  const say = (sentence: string) => filled(sentence, values, owners).replace(/^nobody/, 'Nobody');
  const warning = rule.danger ?? rule.care;
  const isAll = [...values.values()].some(
    ({ isTokens, value }) => isTokens === true && isPracticallyAll(BigInt(value), values.get('mint')?.value ?? ''),
  );
  const isUnlimited = rule.isDangerUnlimited === true && isAll;
  const isDanger = rule.danger !== undefined || isUnlimited;
  return {
    programName: program.name,
    fields: [
      isImplied ? tag : { ...tag, ...tagPlace },
      ...Array.from(values, ([name, value]): TransactionField => fieldOf(name, value)),
      ...list('otherAccounts', others),
    ],
    steps: rule.does === undefined ? [] : [say(rule.does)],
    isMinor: rule.isMinor === true,
    findings: [
      ...(warning === undefined
        ? []
        : [
            {
              findingOf: isDanger ? danger : care,
              says: say(warning),
              field: firstNamed(rule, warning),
              ...(isUnlimited && { isUnlimited }),
            },
          ]),
      ...hiddenFindings(rule, values, say),
      ...strangerFindings(rule, values, say),
      ...givenFindings(rule, values, { signers, say }),
      ...burntFindings(rule, values, owners),
      ...unsignedFindings(rule, {
        program: id,
        values,
        others,
        signers,
        names: names.map((name) => name.replace('?', '')),
      }),
      ...feeFindings(values),
      ...allowanceFindings(id, rule.name, values),
      ...(id === TOKEN_2022_PROGRAM && rule.name.startsWith('transfer') ? hookFindings(values, others, signers) : []),
    ],
    values,
    unsaid: new Map([
      ...unsaidOf(values, [rule.does, warning]),
      ...others.map((account, index) => [`other account ${index + 1}`, account] as const),
    ]),
    carried,
    isDescribed: rule.hides === undefined,
    gives: rule.gives === undefined || rule.gives.isProgram === true ? null : (values.get(rule.gives.to) ?? null),
  };
}

/** Returns the values that no sentence names. A sentence with a token amount also shows its mint and decimals. */
function unsaidOf(values: Values, sentences: readonly (string | undefined)[]): Values {
  const said = new Set(sentences.flatMap((each) => [...(each ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name)));
  const isAmountSaid = [...values].some(([name, { isTokens }]) => isTokens === true && said.has(name));
  if (isAmountSaid) for (const name of ['mint', 'decimals']) said.add(name);
  return new Map([...values].filter(([name]) => !said.has(name)));
}

/** Returns the rule that the next bytes select. Moves the reader past them, including the number within a group. */
function ruleIn({ tagBytes, instructions, groups }: ProgramRule, reader: ByteReader): InstructionRule | undefined {
  const tag = reader.take(tagBytes);
  if (tagBytes === 8) return Object.hasOwn(instructions, hexEncode(tag)) ? instructions[hexEncode(tag)] : undefined;
  const number = Number(littleEndian(tag));
  return instructions[number] ?? groups?.[number]?.instructions[reader.byte()];
}

function hiddenFindings({ hides, given }: InstructionRule, values: Values, say: (text: string) => string) {
  const found: InstructionFinding[] = [];
  if (hides !== undefined) {
    // Digits of a message that may be empty, or the end of an address.
    const mark = (values.get(hides.field)?.value ?? '').slice(-6) || hides.field;
    found.push({ findingOf: danger, says: say(hides.says), field: hides.field, mark });
  }
  for (const { field, says } of given ?? [])
    if (![NONE.value, '0'].includes(values.get(field)?.value ?? NONE.value))
      found.push({ findingOf: danger, says: say(says), field });
  return found;
}

function strangerFindings({ stranger }: InstructionRule, values: Values, say: (text: string) => string) {
  if (stranger === undefined || values.get(stranger.to)?.value === values.get(stranger.owner)?.value) return [];
  // Without an authority there is nobody to compare with.
  const isUnowned = values.get(stranger.owner)?.value === NONE.value;
  const says = isUnowned
    ? stranger.says.replace(`, which is not the authority {${stranger.owner}},`, '')
    : stranger.says;
  return [{ findingOf: stranger.level === 'danger' ? danger : care, says: say(says), field: stranger.to }];
}

/** About power over a new account that goes to somebody else, or to a program that nobody here knows. */
function givenFindings(
  { gives }: InstructionRule,
  values: Values,
  { signers, say }: { readonly signers: ReadonlySet<string>; readonly say: (text: string) => string },
): InstructionFinding[] {
  const to = gives === undefined ? undefined : values.get(gives.to)?.value;
  if (gives === undefined || to === undefined) return [];
  if (gives.isProgram === true ? PROGRAMS.has(to) : signers.has(to)) return [];
  return [{ findingOf: gives.level === 'danger' ? danger : care, says: say(gives.says), field: gives.to }];
}

/** The accounts that receive something, by their names in the rules. Minting names its token account only. */
const RECEIVERS = ['to', 'destination', 'newAccount', 'newStake', 'delegate'];

/** About coins and tokens that go where nobody takes them again: to a program, to zeros, or to the mint itself. */
function burntFindings({ name, does }: InstructionRule, values: Values, owners: ReadonlyMap<string, string>) {
  if (does === undefined) return [];
  return [...RECEIVERS, ...(name.startsWith('mintTo') ? ['account'] : [])].flatMap((field): InstructionFinding[] => {
    const receiver = values.get(field)?.value;
    if (receiver === undefined) return [];
    const unowned = [receiver, owners.get(receiver)].find((each) => each !== undefined && isUnowned(each));
    const effect = field === 'delegate' ? 'nobody can use the allowance' : 'anything sent there is lost';
    if (unowned !== undefined)
      return [{ findingOf: danger, says: `${unowned} is an address without a known key: ${effect}`, field }];
    const token = tokenOf('solana', receiver);
    if (token !== null && receiver !== values.get('mint')?.value)
      return [
        { findingOf: danger, says: `${receiver} is the mint of ${token.symbol}: anything sent there is lost`, field },
      ];
    if (receiver !== values.get('mint')?.value) return [];
    const says = 'The tokens go to the mint of the token itself, and nobody can recover them';
    return [{ findingOf: danger, says, field }];
  });
}

function fieldOf(name: string, { value, kind, range }: ShownValue): TransactionField {
  return range === undefined ? { name, value, kind } : { name, value, kind, range };
}

const isPracticallyAll = (units: bigint, mint: string) => units >= PRACTICALLY_ALL || isAllOf('solana', mint, units);

function firstNamed({ name }: InstructionRule, sentence: string): string {
  return /\{(\w+)\}/.exec(sentence)?.[1] ?? name;
}

function filled(sentence: string, values: Values, owners: ReadonlyMap<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const shown = values.get(name) ?? NONE;
    if (shown.isTokens === true) return amountWords(shown.value, values, sentence.includes('{mint}'));
    const owner = owners.get(shown.value);
    return `${shown.words ?? shown.value}${owner === undefined ? '' : ` of ${owner}`}`;
  });
}

/** An amount of a token: exact where the instruction states its decimals, which the program checks, or the token is known. */
export function amountWords(amount: string, values: Values, isTokenNamed: boolean): string {
  const mint = values.get('mint')?.value;
  // No mint where an instruction may have one means the coin itself.
  const isCoin = mint === NONE.value && ['9', undefined].includes(values.get('decimals')?.value);
  if (isCoin) return sol(BigInt(amount));
  const token = mint === undefined ? null : tokenOf('solana', mint);
  const stated = values.get('decimals')?.value;
  const decimals = stated === undefined ? token?.decimals : Number(stated);
  const isKnown = token !== null && decimals === token.decimals;
  const unit = isKnown ? ` ${token.symbol}` : mint === undefined || isTokenNamed ? '' : ` of the token ${mint}`;
  const isAllowance = values.has('delegate');
  if (isAllowance && amount === U64_MAXIMUM) return `an unlimited amount${isKnown ? ` of ${token.symbol}` : unit}`;
  const number = decimals === undefined ? baseUnits(amount) : tokenText(BigInt(amount), decimals);
  return `${isAllowance ? 'up to ' : ''}${number}${unit}`;
}

/** Puts all items into one field, so that an instruction with many accounts does not crowd out later ones. */
function list(name: string, items: readonly ShownValue[]): TransactionField[] {
  const [first, ...more] = items;
  if (first === undefined) return [];
  if (more.length === 0) return [fieldOf(name, first)];
  return [{ name, value: items.map(({ value }) => value).join(', '), kind: 'text' }];
}
