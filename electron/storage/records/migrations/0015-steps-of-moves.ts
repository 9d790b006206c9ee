/**
 * The last request of each step of a move, by the organizations and the id of the moved object, so that an interrupted
 * move resumes.
 */
export const stepsOfMoves = `
CREATE TABLE move_step (
  source TEXT NOT NULL,
  target TEXT NOT NULL,
  object TEXT NOT NULL,
  step TEXT NOT NULL,
  request_id TEXT NOT NULL,
  PRIMARY KEY (source, target, object, step)
) STRICT, WITHOUT ROWID;
`;
