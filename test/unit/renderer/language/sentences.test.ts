import { describe, expect, it } from 'vitest';
import { checkKeystoreFile } from '../../../../electron/crypto/keystore-file.ts';
import { translationOf } from '../../../../renderer/language/sentence.ts';
import { sentenceReader } from '../../../../renderer/language/sentence-reader.ts';
import { catalogueOf, OTHER_LANGUAGES, sentencesOfMain } from '../../../../scripts/lib/language/catalogue.mjs';
import { errorTexts, untaggedErrors } from '../../../../scripts/lib/language/sentences.mjs';
import { errorText, sentence, term } from '../../../../shared/errors/index.ts';

const translated = (language: (typeof OTHER_LANGUAGES)[number]) => [...sentencesOfMain(catalogueOf(language))];
const read = sentenceReader(
  new Map(translated('de').flatMap(([key, text]) => (text === undefined ? [] : [[key, text]]))),
);

describe('the sentences of main that the pages show', () => {
  it.for(OTHER_LANGUAGES)('are all in %s', (language) => {
    const sentences = translated(language);
    const templates = [...sentencesOfMain(catalogueOf(language), true)];
    expect(sentences.length).toBeGreaterThan(250);
    expect(templates.length).toBeGreaterThan(400);
    expect([...sentences, ...templates].filter(([, text]) => text === undefined)).toEqual([]);
  });

  it('are the errors, their templates with values, texts for a value of one, and progress', () => {
    const code = `
      throw new AppError('LOCKED', 'The vault is locked. Unlock it first.');
      const stopped = { code: 'VAULT_STOPPED', message: 'The vault stopped. Try again.' };
      new AppError('INVALID_INPUT', isOne ? 'One line is wrong. Correct it.' : 'Lines are wrong. Correct them.');
      new AppError('INVALID_INPUT', sentence\`The value \${value} is \${isOld ? 'old' : later(block.timestamp)}.\`);
      function advice(status) {
        if (status === 401) return 'Check the key.';
        return 'Try again.';
      }
      const TRIES = { one: 'One try is left.' } as const;
      new AppError('INVALID_INPUT', sentence\`\${said} \${advice(status)} \${TRIES[left]}\`);
      const refused = (why) => new AppError('INVALID_INPUT', sentence\`It is refused: \${why}.\`);
      if (isEmpty) throw refused('it is empty');
      if (isNamed) throw other('it is no text of a template');
      new Error('This never happens.');
      call({ message: 'payload' });
      progress?.({ done, total: null, text: \`Reading row \${done}\` });
      progress?.({ done, total: 1, text: 'Ready' });
      call({ done, text: 'of no report' });
    `;
    expect(errorTexts(code, 'a.ts').map(({ key }) => key)).toEqual([
      'The vault is locked. Unlock it first.',
      'The vault stopped. Try again.',
      'One line is wrong. Correct it.',
      'Lines are wrong. Correct them.',
      'The value {0} is {1}.',
      'old',
      'Check the key.',
      'Try again.',
      'One try is left.',
      'It is refused: {0}.',
      'Reading row {0}',
      'Ready',
      'it is empty',
    ]);
  });

  it('keep their values apart wherever an error has one', () => {
    expect(untaggedErrors()).toEqual([]);
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

  const known = new Map(
    [false, true].flatMap((ofTemplates) =>
      [...sentencesOfMain(catalogueOf('de'), ofTemplates)].flatMap(([key, text]) =>
        text === undefined ? [] : [[key, text] as const],
      ),
    ),
  );
  it.for([
    [
      sentence`There is no file ${'/a {0} b'}. Nothing was read. Choose another file.`,
      'Die Datei /a {0} b gibt es nicht. Nichts wurde gelesen. Wählen Sie eine andere Datei.',
    ],
    // A value that is a known text, and one in quotes, which is a name.
    [
      sentence`The delivery was not verified, because ${'a body is missing'}. Correct it and try again.`,
      'Die Zustellung wurde nicht geprüft: ein Body fehlt. Berichtigen Sie das, und versuchen Sie es noch einmal.',
    ],
    [
      sentence`The key “${'sent'}” is retired, so it is not rotated. Remove it instead.`,
      'Der Schlüssel „sent“ ist stillgelegt, also wird er nicht gewechselt. Entfernen Sie ihn stattdessen.',
    ],
    // An error inside another one, with the title of an operation, which is no name.
    [
      sentence`Line ${3} ended the batch. ${sentence`The activity ${'a-1'} ${sentence`was rejected`}, so nothing was signed. Look at it in Activities.`} Later lines were not signed.`,
      'Zeile 3 hat den Stapel beendet. Nichts wurde signiert. Stand der Aktivität a-1: abgelehnt. Sehen Sie sie unter „Aktivitäten“ an. Die späteren Zeilen wurden nicht signiert.',
    ],
    // A template inside another one keeps its spaces.
    [
      sentence`There is no token “${'A'}”${sentence` in slot ${1}`}${''}, so nothing was done. Connect it and try again. ${'No token is connected'}.`,
      'Es gibt keinen Token „A“ in Slot 1, also wurde nichts getan. Schließen Sie ihn an, und versuchen Sie es noch einmal. Kein Token ist angeschlossen.',
    ],
    ['Cancelled. Nothing was done.', 'Abgebrochen. Nichts wurde getan.'],
  ] as const)('of an error are said with its values: %j', ([text, german]) =>
    expect(translationOf(text, known)).toBe(german),
  );

  it.each([
    [
      { version: 3, crypto: { cipher: 'aes-256' } },
      'Das ist kein privater Schlüssel: sein cipher ist nicht aes-128-ctr. Nichts wurde importiert. Geben Sie die Keystore-Datei so an, wie die Wallet sie geschrieben hat.',
    ],
    [
      { version: 3, crypto: { cipher: 'aes-128-ctr', cipherparams: { iv: '0g' } } },
      'Das ist kein privater Schlüssel: sein iv ist kein hexadezimaler Text von 16 Byte. Nichts wurde importiert. Geben Sie die Keystore-Datei so an, wie die Wallet sie geschrieben hat.',
    ],
  ])('translate the fault of a keystore file: %j', (file, german) => {
    let fault: unknown;
    try {
      checkKeystoreFile(file);
    } catch (error) {
      fault = error;
    }
    expect(translationOf(errorText(fault), known)).toBe(german);
  });

  it('translate the title of an operation in quotes, and no name that looks like one', () => {
    const words = new Map([...known, ['Create wallet', 'Wallet erstellen']]);
    const said = (title: Parameters<typeof sentence>[1]) =>
      translationOf(
        sentence`The input of “${title}” cannot be written as JSON, so no request was made. Check its values.`,
        words,
      );
    expect(said(term('Create wallet'))).toContain('„Wallet erstellen“');
    expect(said('Create wallet')).toContain('„Create wallet“');
  });

  it.for([
    ['The service refused the request: nothing changes'],
    ['There is no file /home. Nothing was read. Choose another file.'],
    [sentence`Nobody knows ${'this'} sentence.`],
  ] as const)('of an error are not guessed: %j', ([text]) => expect(translationOf(text, known)).toBeNull());
});
