import Type from 'typebox';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { ComparedMember } from '../../../shared/ipc/index.ts';
import {
  type ContractInterface,
  chainName,
  type Finding,
  INTERFACE_LIMITS,
  type InterfaceFacts,
  type InterfaceRow,
  KeptInterface,
  type Meaning,
  placeInWords,
} from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import type { MessageClient, VaultMessages } from '../../../shared/processes/index.ts';
import { hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { ADDRESS_TABLE, care, sha256 } from '../../crypto/index.ts';
import type { Base } from '../base.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import type { ChangedDocument, DocumentChange, Documents } from './documents.ts';

/** The key of an interface. A contract may have several, such as an ABI and a descriptor of its messages. */
type InterfaceKey = Pick<InterfaceRow, 'name' | 'chain' | 'address'>;

/**
 * The operator's descriptions of contracts, for all profiles: ABIs and descriptors that the vault's own parser accepts.
 * The trusted window asks about every change and shows each function with its words, because they explain every later
 * call.
 */
export interface ContractInterfaces {
  /** In the order in which they were added. Throws DOCUMENT_CHANGED. */
  list(): Promise<InterfaceRow[]>;
  /** Its text, and each function with the words for it as the vault reads them. Throws NOT_FOUND, DOCUMENT_CHANGED. */
  show(key: InterfaceKey): Promise<KeptInterface & Pick<InterfaceFacts, 'functions'>>;
  /** Returns the interface as stored. Throws INVALID_INPUT with the reason, NOT_CONFIRMED, DOCUMENT_CHANGED. */
  add(given: ContractInterface): Promise<InterfaceRow>;
  remove(key: InterfaceKey): Promise<void>;
  /** Asks the operator to take a list that was changed outside this program as it is. */
  confirm(): Promise<void>;
  /**
   * Runs `describe` in that vault with the kept contract descriptions. An unusable list counts as empty, and becomes a
   * finding.
   */
  explained<Described extends Pick<Meaning, 'findings'>>(
    call: MessageClient<VaultMessages>,
    describe: () => Promise<Described>,
  ): Promise<Described>;
}

const Kept = Type.Array(KeptInterface, { maxItems: INTERFACE_LIMITS.count });

export function createInterfaces({ ports }: Base, documents: Documents, vault: VaultKeeper): ContractInterfaces {
  /** The list that each vault got last. A restarted vault has none. */
  const sent = new WeakMap<MessageClient<VaultMessages>, Uint8Array | null>();
  let held: { readonly body: Uint8Array | null; readonly kept: readonly KeptInterface[] } = { body: null, kept: [] };

  const open = async () => {
    const body = await documents.read('interfaces');
    if (held.body !== body) held = { body, kept: keptIn(body) };
    return held;
  };

  const change = async (
    before: Uint8Array | null,
    after: readonly KeptInterface[],
    { headline, entries }: DocumentChange,
  ) => {
    const total = after.reduce((sum, { text }) => sum + text.length, 0);
    if (after.length > INTERFACE_LIMITS.count || total > INTERFACE_LIMITS.total)
      throw invalid(
        `${INTERFACE_LIMITS.count} contracts can be described, in ${INTERFACE_LIMITS.total} characters in all. Remove one first`,
      );
    await documents.change('interfaces', before, { headline, entries, body: utf8Encode(JSON.stringify(after)) });
  };

  const read = async ({ name, chain, address, text }: ContractInterface): Promise<InterfaceFacts> => {
    const call = await vault.open();
    return call('checkInterface', { name, chain, address, text });
  };

  /** The rows to confirm, as the vault reads the interface: one for each function. */
  const shown = async (each: ContractInterface): Promise<Pick<KeptInterface, 'kind'> & { rows: ComparedMember[] }> => {
    const { name } = each;
    const { kind, functions } = await read(each);
    if (functions.length > INTERFACE_LIMITS.functions)
      throw invalid(
        `“${name}” has ${functions.length} functions, more than the ${INTERFACE_LIMITS.functions} that Castellan can show. Keep only the functions that you call`,
      );
    const rows = functions.map(({ signature, says }) => row(signature, says ?? 'named, with its arguments'));
    return { kind, rows };
  };

  return {
    list: async () => (await open()).kept.map(rowOf),
    async show(key) {
      const each = required(await open(), key);
      return { ...each, functions: (await read(each)).functions };
    },
    async add(given) {
      const entry = {
        ...given,
        name: given.name.normalize('NFC').trim(),
        address: requireContractAddress(given.address),
      };
      if (entry.name === '') throw invalid('It has no name');
      const [problem] = checkValue(KeptInterface, { ...entry, kind: 'abi', added: 0 });
      if (problem !== undefined) throw invalid(`Its ${placeInWords(problem.path)} ${problem.reason}`);
      const { body, kept } = await open();
      if (kept.some((each) => keyOf(each) === keyOf(entry)))
        throw invalid(
          `This contract is already described as “${entry.name}”. Remove that first, or choose another name`,
        );
      const { kind, rows } = await shown(entry);
      const added = { ...entry, kind, added: ports.clock.now() };
      await change(body, [...kept, added], {
        headline: `Explain calls of “${entry.name}” on ${chainName(entry.chain)}`,
        entries: [row(quoted(entry), wordsOf(added)), ...rows],
      });
      return rowOf(added);
    },
    async remove(key) {
      const { body, kept } = await open();
      const removed = required({ kept }, key);
      await change(
        body,
        kept.filter((each) => each !== removed),
        {
          headline: `Stop explaining calls of “${removed.name}” on ${chainName(removed.chain)}`,
          entries: [row(quoted(removed), 'none', wordsOf(removed))],
        },
      );
    },
    async confirm() {
      await documents.confirm('interfaces', async (changed): Promise<DocumentChange> => {
        const { is, entries } = compared(changed);
        const functions: ComparedMember[] = [];
        for (const each of is) {
          const { kind, rows } = await shown(each);
          if (kind !== each.kind) throw unusable(`“${each.name}” does not have its stated kind`);
          functions.push(...rows.map((one) => ({ ...one, member: `${quoted(each)}: ${one.member}` })));
        }
        return { headline: 'Accept the current list of described contracts', entries: [...entries, ...functions] };
      });
    },
    async explained(call, describe) {
      const {
        body: list,
        kept,
        finding,
      } = await open().then(
        (found) => ({ ...found, finding: null }),
        (error: unknown) => ({ body: null, kept: [], finding: notUsed(error) }),
      );
      if ((sent.get(call) ?? null) !== list) {
        await call('keepInterfaces', { interfaces: kept.map(({ kind: _kind, added: _added, ...given }) => given) });
        sent.set(call, list);
      }
      const meaning = await describe();
      return finding === null ? meaning : { ...meaning, findings: [...meaning.findings, finding] };
    },
  };
}

const keyOf = ({ name, chain, address }: InterfaceKey) => `${chain} ${address} ${name}`;

function required({ kept }: { readonly kept: readonly KeptInterface[] }, key: InterfaceKey): KeptInterface {
  const found = kept.find((each) => keyOf(each) === keyOf(key));
  if (found !== undefined) return found;
  throw new AppError('NOT_FOUND', 'This contract is no longer described here.');
}

const rowOf = ({ text: _text, ...each }: KeptInterface): InterfaceRow => each;

const quoted = ({ name }: InterfaceKey) => `“${name}”`;

const row = (member: string, is: string, was: string | null = null): ComparedMember => ({
  member,
  is,
  was,
  changed: true,
});

const KINDS: Readonly<Record<InterfaceRow['kind'], string>> = {
  abi: 'a JSON ABI',
  descriptor: 'an ERC-7730 descriptor',
};

function wordsOf({ chain, address, kind, text }: KeptInterface): string {
  return `${address} on ${chainName(chain)}: ${KINDS[kind]} of ${text.length} characters, SHA-256 ${hexEncode(sha256(utf8Encode(text)))}`;
}

/** Returns an address with the checksum of EIP-55. Throws INVALID_INPUT for any other text. */
function requireContractAddress(address: string): string {
  const known = ADDRESS_TABLE.ADDRESS_FORMAT_ETHEREUM.normalize(address.trim());
  if (known !== null) return known;
  throw invalid(`${address.trim() || 'Nothing'} is not the address of a contract on a chain like Ethereum`);
}

/** Parses a list that this program wrote. */
function keptIn(body: Uint8Array | null): readonly KeptInterface[] {
  return body === null ? [] : (JSON.parse(new TextDecoder().decode(body)) as KeptInterface[]);
}

/** Compares the list that another program wrote with the confirmed copy. `is` holds the new and changed interfaces. */
function compared({ is, was }: ChangedDocument): { is: readonly KeptInterface[]; entries: ComparedMember[] } {
  const before = new Map(keptIn(was).map((each) => [keyOf(each), each]));
  const now = new Map(requireKept(is).map((each) => [keyOf(each), each]));
  const other = [...now.values()].filter((each) => JSON.stringify(before.get(keyOf(each))) !== JSON.stringify(each));
  const removed = [...before.values()].filter((each) => !now.has(keyOf(each)));
  return {
    is: other,
    entries: [
      ...other.map((each) => {
        const old = before.get(keyOf(each));
        return row(quoted(each), wordsOf(each), old === undefined ? null : wordsOf(old));
      }),
      ...removed.map((each) => row(quoted(each), 'none', wordsOf(each))),
    ],
  };
}

/** Validates a list that another program may have written. */
function requireKept(body: Uint8Array | null): readonly KeptInterface[] {
  try {
    const kept = keptIn(body);
    if (checkValue(Kept, kept).length === 0) return kept;
  } catch {
    // Not JSON: refused below.
  }
  throw unusable('it does not have the form that Castellan writes');
}

function notUsed(error: unknown): Finding {
  if (!(error instanceof AppError) || error.code !== 'DOCUMENT_CHANGED') throw error;
  return care(`Castellan uses none of your described contracts. ${error.message}`);
}

function invalid(what: string): AppError {
  return new AppError('INVALID_INPUT', sentence`${what}. Nothing was changed.`);
}

function unusable(what: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`The list of contracts you described cannot be used: ${what}. Nothing was changed. Restore a backup with \`castellan backup restore\`.`,
  );
}
