/** Changes the PIN of a token, as the programs of its maker do: `MODULE LABEL OLD NEW`. */
import { openSession } from './open-session.mjs';

const [, , path = '', label = '', before = '', after = ''] = process.argv;
const { module, session } = openSession(path, label, before);
module.C_SetPIN(session, before, after);
