import { describe, expect, it } from 'vitest';
import { sentenceReader } from '../../../../renderer/language/sentence-reader.ts';
import { catalogueOf, OTHER_LANGUAGES, sentencesOfMain } from '../../../../scripts/lib/language/catalogue.mjs';
import { fixedErrors } from '../../../../scripts/lib/language/sentences.mjs';

const translated = (language: (typeof OTHER_LANGUAGES)[number]) => [...sentencesOfMain(catalogueOf(language))];
const read = sentenceReader(
  new Map(translated('de').flatMap(([key, text]) => (text === undefined ? [] : [[key, text]]))),
);

describe('the sentences of main that the pages show', () => {
  it.for(OTHER_LANGUAGES)('are all in %s', (language) => {
    const sentences = translated(language);
    expect(sentences.length).toBeGreaterThan(250);
    expect(sentences.filter(([, text]) => text === undefined)).toEqual([]);
  });

  it('are the errors without a value, and no other text', () => {
    const code = `
      throw new AppError('LOCKED', 'The vault is locked. Unlock it first.');
      const stopped = { code: 'VAULT_STOPPED', message: 'The vault stopped. Try again.' };
      new AppError('INVALID_INPUT', isOne ? 'One line is wrong. Correct it.' : 'Lines are wrong. Correct them.');
      new AppError('INVALID_INPUT', \`The value \${value} is wrong.\`);
      new Error('This never happens.');
      call({ message: 'payload' });
    `;
    expect(fixedErrors(code, 'a.ts').map(({ key }) => key)).toEqual([
      'The vault is locked. Unlock it first.',
      'The vault stopped. Try again.',
      'One line is wrong. Correct it.',
      'Lines are wrong. Correct them.',
    ]);
  });

  it.for([
    ['Cancelled. Nothing was done.', 'Abgebrochen. Nichts wurde getan.'],
    // The names of checks. Payments call another thing a swap.
    ['Databases', 'Datenbanken'],
    ['Swap', 'Swap'],
    // A value stays, and a value that is a sentence is translated.
    ['/home/a/state does not exist.', '/home/a/state gibt es nicht.'],
    ['Not checked. Cancelled. Nothing was done.', 'Nicht geprüft. Abgebrochen. Nichts wurde getan.'],
    [
      'Records and cache open and are intact. 2 requests are left open.',
      'Aufzeichnungen und Cache lassen sich öffnen und sind unversehrt. 2 Anfragen sind offen geblieben.',
    ],
    [
      '1 archive is whole. An offline run does not check those of local services.',
      '1 Archiv ist unversehrt. Ein Lauf ohne Netz prüft die Archive lokaler Dienste nicht.',
    ],
    [
      'Not readable by other programs, never in a core file, locked in memory.',
      'Für andere Programme nicht lesbar, nie in einer Core-Datei, im Speicher festgehalten.',
    ],
    [
      'The last one was made at 2026-11-28 09:00 UTC. 12 entries of the audit log came after it.',
      'Die letzte wurde erstellt: 2026-11-28 09:00 UTC. Seither im Prüfprotokoll: 12 Einträge.',
    ],
    [
      'The operating system did not grant everything: other programs of yours can read its memory; its memory could be written to swap.',
      'Das Betriebssystem hat nicht alles gewährt: andere Ihrer Programme können seinen Speicher lesen; sein Speicher könnte in den Swap geschrieben werden.',
    ],
  ] as const)('%s', ([english, german]) => expect(read(english)).toBe(german));

  it.for([
    ['Send 40 ETH to Kraken'],
    ['Nothing was done.'],
    ['Cancelled. Nothing was done. Nobody knows this sentence.'],
    [`Cancelled. Nothing was done. ${'a'.repeat(2_000)}`],
    [''],
  ] as const)('are not %s', ([text]) => expect(read(text)).toBeNull());

  it('end for any reply of a service', () => {
    const known = ['Not checked. ', 'Cancelled. Nothing was done. ', '“a” at b did not reply: ', 'a cannot be used: '];
    const replies = ['. A', 'a, ', 'The “” at is . ', ...known].flatMap((text) =>
      [4, 12, 50, 2_000 / text.length].map((times) => read(text.repeat(times).trim())),
    );
    expect(replies.filter((reply) => reply !== null && reply.length > 10_000)).toEqual([]);
  });

  it.for([
    ['The service refused the request: nothing changes'],
    ['The policy “X” cannot be used: the approver is missing.'],
    ['/home/a/state does not exist.'],
  ] as const)('with a value are not read as errors: %s', ([text]) => {
    expect(read(text, true)).toBeNull();
    expect(read('Cancelled. Nothing was done.', true)).toBe('Abgebrochen. Nichts wurde getan.');
  });
});
