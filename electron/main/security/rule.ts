import type { Session, WebContents } from 'electron';

/** One protection of the window. Each has its own file, and a test that fails without the rule. */
export interface SecurityRule {
  readonly name: string;
  /** The attack that the rule prevents. */
  readonly reason: string;
  /** The item of Electron's security checklist (electronjs.org/docs/latest/tutorial/security), null for a rule beyond it. */
  readonly item: number | null;
  /** Applied once to the session of the page. */
  readonly session?: (session: Session) => void | Promise<void>;
  /** Applied to every web contents, ours or not, when it is made. */
  readonly contents?: (contents: WebContents) => void;
}
