import { posix } from 'node:path';
import { FLOORS } from './floors.cjs';
import type { Files } from './legal-tree.ts';
import { line, type Plant, plant } from './plant.ts';

/** The file that stands for a room of a place. */
const fileOf = (place: string, room: string): string => `${place}/${room.endsWith('.ts') ? room : `${room}/room.ts`}`;

const importFrom = (path: string, target: string): Files =>
  line(path, `./${posix.relative(posix.dirname(path), target)}`);

/** Every room of the floors, imported by the index of its place. Stands beside the legal tree. */
export const ROOMS: Files = Object.fromEntries(
  Object.entries(FLOORS).flatMap(([place, rooms]) => {
    const files = rooms.filter((room) => room !== 'index.ts').map((room) => fileOf(place, room));
    const index = `${place}/index.ts`;
    const imports = files.flatMap((path) => Object.values(importFrom(index, path)));
    return [...files.map((path) => [path, 'export const room = 1;\n']), [index, imports.join('')]];
  }),
);

/** The rooms of the floors with those imports added. */
function withRooms(...added: readonly Files[]): Files {
  const files: Record<string, string> = { ...ROOMS };
  for (const [path, text] of added.flatMap(Object.entries)) files[path] = (files[path] ?? '') + text;
  return files;
}

const ruleOf = (place: string, room: string): string => `floor-of-${`${place}/${room}`.replaceAll('/', '-')}`;

const reaching = (place: string, from: string, to: string): Files => importFrom(fileOf(place, from), fileOf(place, to));

/** Every room of a place imports the room right above it, but for the two highest: that would be a cycle as well. */
function climbing(place: string, ...alsoViolates: string[]): Plant {
  const rooms = FLOORS[place] ?? [];
  const climbs = rooms.slice(0, -2).map((room, floor) => ({ room, above: rooms[floor + 1] ?? '' }));
  return plant(
    `each room of ${place} climbs`,
    withRooms(...climbs.map(({ room, above }) => reaching(place, room, above))),
    ...climbs.map(({ room }) => ruleOf(place, room)),
    ...alsoViolates,
  );
}

/** Violations planted in the floors of the engine and of the local service. */
export const PLANTS_OF_FLOORS: readonly Plant[] = [
  climbing(
    'electron/engine',
    'flows-only-from-the-surface',
    'imports-of-electron-engine-courier',
    'imports-of-electron-engine-webhooks',
  ),
  climbing('electron/custody'),
  plant(
    'a room of the engine needs the surface',
    withRooms(reaching('electron/engine', 'doctor', 'index.ts')),
    ruleOf('electron/engine', 'doctor'),
    'no-cycles',
  ),
  plant(
    'the local service needs its entry',
    withRooms(reaching('electron/custody', 'service.ts', 'index.ts')),
    ruleOf('electron/custody', 'service.ts'),
    'no-cycles',
  ),
  plant(
    'a room imports a type from the room above it',
    withRooms({ 'electron/engine/keys/room.ts': "export type { Room } from '../vault/room.ts';\n" }),
    ruleOf('electron/engine', 'keys'),
  ),
  plant(
    'a policy uses a handler',
    withRooms(reaching('electron/custody', 'policies', 'handlers')),
    ruleOf('electron/custody', 'policies'),
  ),
  plant(
    'a room of the engine without a floor',
    withRooms(
      line('electron/engine/index.ts', './attic/room.ts'),
      line('electron/engine/attic/room.ts', '../keys/room.ts'),
    ),
    ruleOf('electron/engine', 'index.ts'),
    'known-rooms',
  ),
  plant(
    'a room of the local service without a floor',
    withRooms(line('electron/custody/index.ts', './attic.ts'), line('electron/custody/attic.ts', './keys/room.ts')),
    ruleOf('electron/custody', 'index.ts'),
    'known-rooms',
  ),
  plant(
    'the report on the machine begins a flow',
    withRooms(reaching('electron/engine', 'doctor', 'flows')),
    'flows-only-from-the-surface',
  ),
];
