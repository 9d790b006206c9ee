import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { ComparedMember } from '../../../shared/ipc/index.ts';
import {
  chainName,
  ENDPOINT_CHAINS,
  type EndpointChain,
  type EndpointRow,
  KeptEndpoint,
  MAXIMUM_ENDPOINT_ADDRESS,
  MAXIMUM_ENDPOINTS,
} from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import { MAXIMUM_NODE_PROBLEM, type NodeNote } from '../../../shared/processes/index.ts';
import { hexEncode, utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { oneLine } from '../../client/index.ts';
import type { Base } from '../base.ts';
import type { Documents } from '../documents/documents.ts';
import { type ChainEndpoint, countEndpoints, readAddress } from './endpoints.ts';

/**
 * The nodes that the operator has the embedded service ask, in the order in which they stand in for each other. Every change is asked
 * in the trusted window. Their addresses may hold keys: what is shown of one is its origin.
 * Choice (one-list-of-nodes): there is one list for the embedded service, not one for each profile that leads to it.
 */
export interface Endpoints {
  /** In the order in which they are asked. Throws DOCUMENT_CHANGED. */
  list(): Promise<EndpointRow[]>;
  /**
   * Returns the new node as it is shown. Throws INVALID_INPUT, which never repeats the address, NOT_CONFIRMED,
   * DOCUMENT_CHANGED.
   */
  add(given: { readonly chain: EndpointChain; readonly url: string }): Promise<EndpointRow>;
  /** Throws NOT_FOUND, NOT_CONFIRMED, DOCUMENT_CHANGED. */
  remove(id: string): Promise<void>;
  /** Asks the operator to take a list that was changed outside this program as it is. */
  confirm(): Promise<void>;
  /** The nodes that a service starts with. An unusable list counts as empty, and `list` says why. */
  open(): Promise<readonly ChainEndpoint[]>;
  /** Records the running service's report about a node that `open` returned. */
  note(note: NodeNote): void;
  /** Calls the listener after each change that was made here, which is done when the listener is. */
  onChange(listener: () => Promise<void>): void;
}

const Kept = Type.Array(KeptEndpoint, { maxItems: ENDPOINT_CHAINS.length * MAXIMUM_ENDPOINTS });
type Listed = readonly KeptEndpoint[];

export function createEndpoints({ changes }: Base, documents: Documents): Endpoints {
  const listeners: (() => Promise<void>)[] = [];
  /** By id, for the nodes that a service was started with. */
  let notes = new Map<string, NodeNote['problem']>();
  let inUse: Listed = [];
  const announceChange = async () => {
    changes.announce('endpoints');
    await Promise.all(listeners.map((listener) => listener()));
  };

  const open = async () => {
    const body = await documents.read('endpoints');
    return { body, kept: keptIn(body) };
  };

  const change = async (before: Uint8Array | null, after: Listed, headline: string, entry: ComparedMember) => {
    const body = utf8Encode(JSON.stringify(after));
    await documents.change('endpoints', before, { headline, entries: [entry], body });
    await announceChange();
  };

  return {
    list: async () => (await open()).kept.map((each) => ({ ...rowOf(each), ...standing(notes.get(each.id)) })),
    async add({ chain, url }) {
      if (url.length > MAXIMUM_ENDPOINT_ADDRESS) throw invalid('the address is too long');
      const added = { id: hexEncode(randomBytes(8)), chain, url: readAddress(chain, url.trim(), invalid) };
      const { body, kept } = await open();
      if (kept.some((each) => each.chain === chain && each.url === added.url))
        throw invalid(`this node of ${chainName(chain)} is already listed`);
      const after = [...kept, added];
      countEndpoints(after, invalid);
      await change(body, after, `Ask ${hostOf(added)} about ${chainName(chain)}`, {
        ...compared(added),
        is: shownAs(added),
      });
      return { ...rowOf(added), ...standing(undefined) };
    },
    async remove(id) {
      const { body, kept } = await open();
      const removed = kept.find((each) => each.id === id);
      if (removed === undefined)
        throw new AppError('NOT_FOUND', 'The list does not have this node. Nothing was changed.');
      await change(
        body,
        kept.filter((each) => each !== removed),
        `Ask ${hostOf(removed)} about ${chainName(removed.chain)} no more`,
        { ...compared(removed), was: shownAs(removed) },
      );
    },
    async confirm() {
      await documents.confirm('endpoints', ({ is: body, was: before }) => {
        const is = requireKept(body);
        const was = keptIn(before);
        countEndpoints(is, unusable);
        return { headline: 'Accept the current list of nodes', entries: differences(is, was) };
      });
      await announceChange();
    },
    async open() {
      try {
        inUse = (await open()).kept;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'DOCUMENT_CHANGED') throw error;
        inUse = [];
      }
      notes = new Map();
      return inUse;
    },
    note({ chain, endpoint, problem }) {
      const noted = inUse.filter((each) => each.chain === chain)[endpoint];
      if (noted === undefined) return;
      notes.set(noted.id, problem);
      changes.announce('endpoints');
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

/** Parses what Castellan wrote itself, whose digest was confirmed. */
const keptIn = (body: Uint8Array | null): Listed => (body === null ? [] : (JSON.parse(utf8Decode(body)) as Listed));

/** Validates a list that another program may have written. */
function requireKept(body: Uint8Array | null): Listed {
  let kept: Listed;
  try {
    kept = keptIn(body);
  } catch {
    throw unusable('it does not have the form that Castellan writes');
  }
  if (checkValue(Kept, kept).length > 0 || new Set(kept.map(({ id }) => id)).size < kept.length)
    throw unusable('it does not have the form that Castellan writes');
  for (const { chain, url } of kept)
    if (readAddress(chain, url, unusable) !== url)
      throw unusable('an address does not have the form that Castellan writes');
  return kept;
}

/** Every node, and the removed ones. A node whose hidden part was changed looks the same, so the row says so. */
function differences(is: Listed, was: Listed): ComparedMember[] {
  const before = new Map(was.map((each) => [each.id, each]));
  const removed = was.filter(({ id }) => is.every((each) => each.id !== id));
  return [
    ...is.map((each) => {
      const old = before.get(each.id);
      const changed = old === undefined || old.url !== each.url || old.chain !== each.chain;
      const hidden = changed && old !== undefined && shownAs(old) === shownAs(each) ? ', another path or login' : '';
      return {
        ...compared(each),
        is: `${shownAs(each)}${hidden}`,
        was: old === undefined ? null : shownAs(old),
        changed,
      };
    }),
    ...removed.map((each) => ({ ...compared(each), was: shownAs(each) })),
  ];
}

const compared = ({ chain }: KeptEndpoint): ComparedMember => ({
  member: chainName(chain),
  is: 'none',
  was: null,
  changed: true,
});

const hostOf = ({ url }: KeptEndpoint) => new URL(url).host;

/** The state of a node as the service reported it. Undefined before its first report. */
const standing = (problem: string | null | undefined): Pick<EndpointRow, 'works' | 'problem'> =>
  problem === undefined
    ? { works: null, problem: null }
    : { works: problem === null, problem: problem === null ? null : oneLine(problem, MAXIMUM_NODE_PROBLEM) };

function rowOf({ id, chain, url }: KeptEndpoint): Pick<EndpointRow, 'id' | 'chain' | 'origin' | 'hides'> {
  const { origin, pathname, search, username, password, hash } = new URL(url);
  return { id, chain, origin, hides: pathname !== '/' || `${search}${username}${password}${hash}` !== '' };
}

function shownAs(endpoint: KeptEndpoint): string {
  const { origin, hides } = rowOf(endpoint);
  return hides ? `${origin}/… (the rest may be a key and is not shown)` : origin;
}

const invalid = (why: string): AppError =>
  new AppError('INVALID_INPUT', sentence`The node cannot be used: ${why}. Nothing was changed.`);

const unusable = (why: string): AppError =>
  new AppError(
    'INVALID_INPUT',
    sentence`The list of nodes cannot be used: ${why}. Nothing was changed. Restore a backup with \`castellan backup restore\`.`,
  );
