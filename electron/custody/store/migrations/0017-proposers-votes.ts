/** A user's vote by the very body that was proposed stays beside a later one with the same key. */
export const proposersVotes = `
CREATE TABLE new_votes (
  sequence INTEGER PRIMARY KEY,
  vote_id TEXT NOT NULL COLLATE NOCASE UNIQUE,
  activity_id TEXT NOT NULL COLLATE NOCASE REFERENCES activities (activity_id),
  user_id TEXT NOT NULL COLLATE NOCASE,
  selection TEXT NOT NULL,
  message TEXT NOT NULL,
  public_key TEXT NOT NULL,
  signature TEXT NOT NULL,
  scheme TEXT NOT NULL,
  evaluations TEXT,
  created_at INTEGER NOT NULL
) STRICT;
INSERT INTO new_votes SELECT * FROM votes;
DROP TABLE votes;
ALTER TABLE new_votes RENAME TO votes;
CREATE INDEX votes_on_activity ON votes (activity_id, sequence);
`;
