/** Texts whose signature is the seed of keys, as applications of several chains have them signed. */
import type { Finding } from '../../../shared/model/index.ts';
import { danger } from '../meaning.ts';

/** Words of applications that make the keys of an account from a signature. */
const KEYS = [
  /\bkey derivation\b|\bderiv\w*\b.{0,40}\bkeys?\b/i,
  /\b(?:re)?(?:generat|creat|unlock|restor|recover)\w*\b.{0,40}\b(?:keys?|seed|mnemonic|secret)\b/i,
  /\b(?:unlock|decrypt)\w*\b.{0,40}\b(?:data|notes?|messages?|files?|vault|wallet|account)\b|\bencryption key\b/i,
  /\b(?:stealth|viewing|spending|L2) keys?\b|\bstealth\b|\bpub(?:lic)?[ _-]?key ?[:=]|\bkey nonce\b/i,
  /\btrusted (?:client|site|website|app)|\bprivate (?:wallet|account|balance)\b/i,
  /\bzkSync account\b|\bSTARK(?:Ex|Net)?\b|\bImmutable X\b|\bXMTP ?:|\bRAILGUN\b|\bpush profile\b/i,
];

/** Returns the finding about a text that mentions such keys. */
export function keyFindings(text: string, field: string): Finding[] {
  if (!KEYS.some((words) => words.test(text))) return [];
  const said =
    'The text mentions keys that are derived from a signature. Anyone with the signature then has these keys and all they hold.';
  return [danger(said, { field })];
}
