import { type Database, type DatabaseRole, guarded } from '../sqlite/index.ts';

/** The moved object: the ids of both organizations, and its id in the first. */
export interface MoveOf {
  readonly source: string;
  readonly target: string;
  readonly object: string;
}

/**
 * The last request of each step of a move. It permits nothing: each step is checked again when the move resumes.
 * Throws DISK_FULL, DATABASE_IN_USE or DATABASE_CORRUPT.
 */
export interface MoveSteps {
  note(move: MoveOf, step: string, requestId: string): void;
  /** The id of the step's last request. Null without one. */
  find(move: MoveOf, step: string): string | null;
  /** Forgets every step of a move. */
  clear(move: MoveOf): void;
}

export function openMoveSteps(database: Database, role: DatabaseRole): MoveSteps {
  const insert = database.prepare<[MoveOf & { step: string; requestId: string }]>(
    'INSERT OR REPLACE INTO move_step (source, target, object, step, request_id) VALUES (@source, @target, @object, @step, @requestId)',
  );
  const WHERE = 'WHERE source = @source AND target = @target AND object = @object';
  const select = database
    .prepare<[MoveOf & { step: string }], string>(`SELECT request_id FROM move_step ${WHERE} AND step = @step`)
    .pluck();
  const remove = database.prepare<[MoveOf]>(`DELETE FROM move_step ${WHERE}`);
  return {
    note: (move, step, requestId) => guarded(role, () => void insert.run({ ...move, step, requestId })),
    find: (move, step) => guarded(role, () => select.get({ ...move, step }) ?? null),
    clear: (move) => guarded(role, () => void remove.run(move)),
  };
}
