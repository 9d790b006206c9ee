import type { Database } from '../../sqlite/index.ts';
import { endsSought, isEnd, longer } from './ends.ts';
import type { Asset } from './types.ts';

/** The number of cached names of each kind, so that most of a page needs no lookup. */
const REMEMBERED = 60_000;
/** The number of addresses that are read at once. */
const PIECE = 2_000;

/** Addresses and assets by their numbers. */
export interface Words {
  idOf(address: string): number;
  textOf(id: number): string;
  /** Returns the number of a stored address. */
  find(address: string): number | undefined;
  assetId(asset: Asset): number;
  assetOf(id: number): Asset;
  /** Empties the cache of numbers. To be called after a rollback, which takes new numbers back. */
  forget(): void;
  /** Reads the ends of all addresses into memory, in steps. */
  load(): Generator<undefined, void>;
  /** Returns the numbers of the loaded and newer addresses that begin, after `0x`, or end with these digits. */
  like(digits: string): number[];
}

export function openWords(database: Database): Words {
  const findWord = database.prepare<[string], number>('SELECT id FROM word WHERE text = ?').pluck();
  const addWord = database.prepare<[string], number>('INSERT INTO word (text) VALUES (?) RETURNING id').pluck();
  const wordText = database.prepare<[number], string>('SELECT text FROM word WHERE id = ?').pluck();
  const findAsset = database
    .prepare<Asset, number>(
      'SELECT id FROM asset WHERE caip19 = @caip19 AND symbol = @symbol AND name = @name AND decimals = @decimals',
    )
    .pluck();
  const addAsset = database
    .prepare<Asset, number>(
      'INSERT INTO asset (caip19, symbol, name, decimals) VALUES (@caip19, @symbol, @name, @decimals) RETURNING id',
    )
    .pluck();
  const assetById = database.prepare<[number], Asset>('SELECT caip19, symbol, name, decimals FROM asset WHERE id = ?');

  const pieceAfter = database.prepare<[number, number], { id: number; text: string }>(
    'SELECT id, text FROM word WHERE id > ? ORDER BY id LIMIT ?',
  );
  let heads = new Uint32Array(1024);
  let tails = new Uint32Array(1024);
  let most = 0;
  const note = (id: number, text: string): void => {
    while (id >= heads.length) [heads, tails] = [longer(heads, heads.length * 2), longer(tails, tails.length * 2)];
    heads[id] = Number.parseInt(text.slice(2, 10), 16);
    tails[id] = Number.parseInt(text.slice(-8), 16);
    most = Math.max(most, id);
  };
  const add = (text: string): number => {
    const id = addWord.get(text) as number;
    note(id, text);
    return id;
  };

  const words = remembering((text: string) => findWord.get(text) ?? add(text));
  const assets = remembering((key: string) => {
    const asset = JSON.parse(key) as Asset;
    return findAsset.get(asset) ?? (addAsset.get(asset) as number);
  });
  const texts = remembering((id: number) => wordText.get(id) ?? '');
  const assetsById = remembering(
    (id: number) => assetById.get(id) ?? { caip19: '', symbol: '', name: '', decimals: 0 },
  );
  return {
    idOf: words.get,
    textOf: texts.get,
    find: (address) => findWord.get(address),
    assetId: ({ caip19, symbol, name, decimals }) => assets.get(JSON.stringify({ caip19, symbol, name, decimals })),
    assetOf: assetsById.get,
    forget() {
      words.forget();
      assets.forget();
    },
    *load() {
      for (let last = 0; ; ) {
        yield;
        const piece = pieceAfter.all(last, PIECE);
        for (const { id, text } of piece) note(id, text);
        last = piece.at(-1)?.id ?? last;
        if (piece.length < PIECE) return;
      }
    },
    like(digits) {
      const { head, tail, isWhole } = endsSought(digits);
      const found: number[] = [];
      for (let id = 1; id <= most; id += 1)
        if (isEnd(heads[id] as number, head) || isEnd(tails[id] as number, tail)) found.push(id);
      if (isWhole) return found;
      return found.filter((id) => {
        const text = texts.get(id).toLowerCase();
        return text.startsWith(digits, 2) || text.endsWith(digits);
      });
    },
  };
}

function remembering<Key, Value>(find: (key: Key) => Value): { get(key: Key): Value; forget(): void } {
  const known = new Map<Key, Value>();
  return {
    get(key) {
      const there = known.get(key);
      if (there !== undefined) return there;
      if (known.size >= REMEMBERED) known.clear();
      const found = find(key);
      known.set(key, found);
      return found;
    },
    forget: () => known.clear(),
  };
}
