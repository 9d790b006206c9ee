import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { StationExport, StationFile } from '../../../shared/model/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { readWholeFile, replaceFile } from '../../storage/files/index.ts';
import type { Base } from '../base.ts';
import { askedProfile } from '../consent/consents.ts';
import { checkCode, isContainer, readContainer } from '../containers/container.ts';
import { createFrameReader, type FrameProgress, framesOf } from '../containers/frames.ts';
import { CONTAINER_KINDS, type ContainerKind, type TargetList, type WantedExport } from '../containers/kinds.ts';
import type { Exports } from '../exports/exports.ts';
import type { ChooseFile } from '../exports/file-readers.ts';
import type { Gathering, MissingExport } from '../exports/gathering.ts';
import type { ListFiles, WrittenList } from '../exports/list-files.ts';
import type { ProvenList, TargetLists } from '../exports/target-lists.ts';
import { readWantedExports } from '../exports/wanted.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { CarriedRequests } from '../requests/carried.ts';
import { readCarriedFile, readRequestToStamp } from '../requests/carried-file.ts';
import type { Following, SettleStage, SubmittedRequest } from '../requests/follower.ts';
import type { Credentials } from '../stamping/credentials.ts';

/** The files that the window opened, and their steps. Each is for the current profile. */
export interface Station {
  /** Reads a file. Throws INVALID_INPUT, which names its fault, FILE_REFUSED, and NOT_FOUND for no file. */
  open(path: string): StationFile;
  /** Reads the content of a file. Throws INVALID_INPUT, which names its fault. */
  take(name: string, bytes: Uint8Array): StationFile;
  /** The frames of a container from a number on. Throws TOO_LARGE, and NOT_FOUND for a list, which is no container. */
  frames(id: string, from: number, count: number): { total: number; frames: readonly string[] };
  /**
   * Takes the text of a QR code. The file is open once the codes suffice. Throws INVALID_INPUT, which names the fault.
   */
  readCode(text: string): FrameProgress & { readonly file: StationFile | null };
  /** The progress of the codes that were read so far. */
  codes(): FrameProgress;
  /** Forgets the codes that were read so far. */
  forgetCodes(): void;
  /** Makes the target keys of wanted exports, and writes their container to the path. */
  makeTargets(id: string, to: string, counting?: Counting): Promise<{ path: string; checkCode: string }>;
  /**
   * Gathers the exports of a list, and writes them to the path, also when some are missing. First asks the operator to
   * compare the check code of the list. Throws NOT_CONFIRMED.
   */
  gather(id: string, to: string, counting?: Counting): Promise<{ path: string; missing: readonly MissingExport[] }>;
  /** Opens and compares all bundles of gathered exports, and reveals nothing. */
  prove(id: string, counting?: Counting): Promise<StationFile>;
  /**
   * Shows a proven export in the trusted window, or writes its file and returns the path. Throws NOT_FOUND for
   * one that was not proven, and CANCELLED.
   */
  reveal(id: string, number: number, choose: ChooseFile, signal?: AbortSignal): Promise<string | null>;
  /**
   * Writes all proven exports of a file to a new folder, and a stamped report of them, as the operator answers in the
   * trusted window. Throws NOT_FOUND when none was proven, and like `ListFiles.ask`.
   */
  writeExports(id: string, choose: ChooseFile, counting?: Counting): Promise<WrittenList>;
  /** Composes a request of the current profile for another machine. Throws like `CarriedRequests.compose`. */
  compose(operation: string, parameters: Readonly<Record<string, unknown>>, hexIsNoKey: boolean): Promise<StationFile>;
  /** Writes the container of an open file to the path. */
  save(id: string, to: string): { path: string; file: StationFile };
  /** Asks about a request, stamps it, and writes its container to the path. The stamped request is open afterwards. */
  stamp(id: string, to: string, signal?: AbortSignal): Promise<{ path: string; file: StationFile }>;
  /** Asks about a stamped request, and sends it byte for byte. Throws what `CarriedRequests.send` throws. */
  send(id: string, following?: Following<SettleStage>): Promise<SubmittedRequest>;
  /** The suggested name of the file that a step writes. */
  nameFor(id: string): string;
  /** The suggested name of a file with its own content. */
  ownName(id: string): string;
}

interface Held {
  readonly text: string;
  file: StationFile;
  proven: ProvenList | null;
}

/** The oldest files are closed beyond this many. */
const MAXIMUM_FILES = 32;

interface StationParts {
  readonly profiles: Pick<Profiles, 'get' | 'requireConfirmed'>;
  readonly lists: TargetLists & Gathering & Pick<ListFiles, 'ask'>;
  readonly credentials: Pick<Credentials, 'list'>;
  readonly carried: Pick<CarriedRequests, 'compose' | 'stamp' | 'read' | 'send'>;
  readonly exports: Pick<Exports, 'showProven'>;
}

export function createStation(
  { consents }: Pick<Base, 'consents'>,
  { profiles, credentials, lists, carried, exports }: StationParts,
): Station {
  const held = new Map<string, Held>();
  let codes = createFrameReader();

  const keep = (name: string, text: string, isSaved: boolean): StationFile => {
    const file = { id: randomUUID(), name, ...contentOf(text, profiles), isSaved };
    held.set(file.id, { text, file, proven: null });
    const [oldest] = held.keys();
    if (held.size > MAXIMUM_FILES && oldest !== undefined) held.delete(oldest);
    return file;
  };

  const find = (id: string, ...kinds: StationFile['kind'][]): Held => {
    const found = held.get(id);
    if (found !== undefined && (kinds.length === 0 || kinds.includes(found.file.kind))) return found;
    throw new AppError('NOT_FOUND', 'This file is not open in the offline station. Nothing was done. Open it again.');
  };

  return {
    open(path) {
      const bytes = readWholeFile(path, { private: false });
      if (bytes === null)
        throw new AppError('NOT_FOUND', sentence`There is no file ${path}. Nothing was read. Choose another file.`);
      return keep(basename(path), utf8Decode(bytes, 'The file'), true);
    },
    take: (name, bytes) => keep(name, utf8Decode(bytes, 'The file'), true),
    frames(id, from, count) {
      const frames = framesOf(find(id, ...CONTAINERS).text);
      const numbers = Array.from({ length: frames.count === 1 ? 1 : count }, (_, index) => from + index);
      return { total: frames.count, frames: numbers.map((number) => frames.frame(number)) };
    },
    readCode(text) {
      const progress = codes.add(text);
      const container = codes.text();
      if (container === null) return { ...progress, file: null };
      codes = createFrameReader();
      return { ...progress, file: keep('qr-codes.castellan', container, false) };
    },
    codes: () => codes.progress,
    forgetCodes() {
      codes = createFrameReader();
    },
    async makeTargets(id, to, counting) {
      const { text } = find(id, 'wanted-exports');
      const made = await lists.make(readWantedExports(text), { profile: profiles.get(), store: null }, counting);
      replaceFile(to, utf8Encode(made.text));
      return { path: to, checkCode: made.code };
    },
    async gather(id, to, counting) {
      const { text, file } = find(id, 'export-targets');
      const profile = profiles.get();
      const { content, digest } = readContainer(text, 'export-targets');
      const { organizationId, targets } = content;
      const code = checkCode(digest);
      const compared = { file: file.name, organizationId, exports: targets.length, checkCode: code };
      await consents.ask({ kind: 'gatherExports', profile: askedProfile(profile), ...compared }, counting?.signal);
      const gathered = await lists.gather(text, code, profile, counting);
      replaceFile(to, utf8Encode(gathered.text));
      return { path: to, missing: gathered.missing };
    },
    async prove(id, counting) {
      const found = find(id, 'gathered-exports');
      const proven = await lists.prove(found.text, profiles.get(), counting);
      const whyOf = new Map(proven.unproven.map(({ wanted, why }) => [keyOf(wanted), why]));
      found.proven = proven;
      found.file = {
        ...found.file,
        exports: found.file.exports.map((one) => {
          const why = whyOf.get(keyOf(one)) ?? null;
          return { ...one, state: why === null ? 'proven' : 'unproven', why };
        }),
      };
      return found.file;
    },
    async reveal(id, number, choose, signal) {
      const { file, proven } = find(id, 'gathered-exports');
      const wanted = file.exports[number - 1];
      const one = proven?.proven.find((each) => wanted !== undefined && keyOf(each.wanted) === keyOf(wanted));
      if (proven === null || one === undefined)
        throw new AppError(
          'NOT_FOUND',
          'This export was not proven here. Nothing was shown. Open and compare it first.',
        );
      const profile = profiles.get();
      await profiles.requireConfirmed(profile);
      return exports.showProven(one, proven, profile, choose, signal);
    },
    async writeExports(id, choose, counting) {
      const { file, proven } = find(id, 'gathered-exports');
      if (proven === null || proven.proven.length === 0)
        throw new AppError('NOT_FOUND', 'No export was proven here. Nothing was written. Open and compare them first.');
      const folderName = `${withoutEnding(file.name)}.keys`;
      return lists.ask(proven, { profile: profiles.get(), file: file.name, folderName }, choose, counting);
    },
    async compose(operation, parameters, hexIsNoKey) {
      const text = await carried.compose(operation, parameters, { profile: profiles.get(), hexIsNoKey });
      return keep(`${operation.replaceAll('_', '-')}.castellan`, text, false);
    },
    save(id, to) {
      const found = find(id, ...CONTAINERS);
      replaceFile(to, utf8Encode(found.text));
      found.file = { ...found.file, name: basename(to), isSaved: true };
      return { path: to, file: found.file };
    },
    async stamp(id, to, signal) {
      const { text } = find(id, 'request-to-stamp');
      const stamped = await carried.stamp(text, profiles.get(), signal);
      replaceFile(to, utf8Encode(stamped.text));
      return { path: to, file: keep(basename(to), stamped.text, true) };
    },
    async send(id, following) {
      const { text } = find(id, 'stamped-request');
      const profile = profiles.get();
      const request = await carried.read(text, profile);
      const { meaning, naming, body, stampedBy, madeAt } = request;
      const name = credentials.list().find(({ publicKey }) => publicKey === stampedBy)?.name ?? null;
      const shown = { meaning, naming, body: utf8Decode(body), madeAt };
      const by = stampedBy === null ? null : { publicKey: stampedBy, name };
      const question = { kind: 'sendCarried', profile: askedProfile(profile), ...shown, stampedBy: by } as const;
      await consents.ask(question, following?.signal);
      return carried.send(request, following);
    },
    ownName: (id) => `${withoutEnding(find(id).file.name)}.castellan`,
    nameFor: (id) => `${withoutEnding(find(id).file.name)}.${EXTENSIONS[find(id).file.kind]}`,
  };
}

const withoutEnding = (name: string): string => name.replace(/\.[^.]*$/, '');

const CONTAINERS = Object.keys(CONTAINER_KINDS) as ContainerKind[];

/** The written file by the kind of the read one. */
const EXTENSIONS: Readonly<Record<StationFile['kind'], string>> = {
  'wanted-exports': 'targets.castellan',
  'export-targets': 'gathered.castellan',
  'gathered-exports': 'castellan',
  'request-to-stamp': 'stamped.castellan',
  'stamped-request': 'castellan',
};

const keyOf = ({ kind, of }: Pick<WantedExport, 'kind' | 'of'>): string => `${kind} ${of}`;

const listed = ({ kind, of, address }: WantedExport): StationExport => ({
  kind,
  of,
  address,
  ...({ state: 'listed', why: null } as const),
});

const OF_EXPORTS = { operation: null, madeAt: null } as const;

/** The facts of a file, of which none is proven. Throws INVALID_INPUT. */
function contentOf(text: string, profiles: Pick<Profiles, 'get'>): Omit<StationFile, 'id' | 'name' | 'isSaved'> {
  if (!isContainer(text))
    return {
      kind: 'wanted-exports',
      organizationId: null,
      ...OF_EXPORTS,
      exports: readWantedExports(text).map(listed),
    };
  const { kind, content } = readContainer(text, ...CONTAINERS);
  if (kind === 'export-targets' || kind === 'gathered-exports') {
    const list = ('list' in content ? content.list : content) as TargetList;
    const exports = list.targets.map((target) => listed(target.export));
    return { kind, organizationId: list.organizationId, ...OF_EXPORTS, exports };
  }
  const profile = profiles.get();
  const { operation, madeAt } =
    kind === 'request-to-stamp'
      ? readRequestToStamp({ ...content }, profile)
      : readCarriedFile(JSON.stringify(content), profile);
  return { kind, organizationId: profile.organizationId, operation: operation.title, madeAt, exports: [] };
}
