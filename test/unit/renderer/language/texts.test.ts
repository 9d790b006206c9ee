// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources of these tests have templates
import { describe, expect, it } from 'vitest';
import { translationsFor } from '../../../../scripts/lib/language/catalogue.mjs';
import { textsOf } from '../../../../scripts/lib/language/texts.mjs';
import { translated } from '../../../../scripts/lib/language/translated.mjs';

const keysOf = (code: string, names: readonly string[] = []): string[] =>
  textsOf(code, 'a.tsx', new Set(names)).flatMap(({ texts }) => texts.map(({ key }) => key));
const german = (code: string, catalogue: Readonly<Record<string, string>>): string =>
  translated(code, textsOf(code, 'a.tsx'), translationsFor(catalogue, 'renderer/app/a.tsx'));

describe('the texts of a source', () => {
  it.for([
    [`const a = 'Delete wallet';`, ['Delete wallet']],
    [`const a = 'Failed';`, ['Failed']],
    ['const a = `Delete ${name}`;', ['Delete {0}']],
    ['const a = `${span(n)} ago`;', ['{0} ago']],
    [`const a = { label: 'none' };`, ['none']],
    [`<p title="paused">{n}</p>`, ['paused']],
    [`<p>paused</p>`, ['paused']],
    [`const a = worded('paused');`, ['paused']],
    [`const a = worded(is ? 'yes' : 'no');`, ['yes', 'no']],
    [`const a = { name: worded('paused') };`, ['paused']],
    ['<b>{`Add ${inner("Two words")}`}</b>', ['Add {0}', 'Two words']],
    ["const a = `${counted(n, 'entry', 'entries')} left`;", ['{0:entry|entries} left']],
    ["const a = counted(n, 'account');", ['{0:account|accounts}']],
    ["const a = `Read ${n === 1 ? 'it' : `all ${n}`} now`;", ['Read it now', 'Read all {0} now']],
    ["const a = `${m ? 'It' : 'They'} ${m ? 'is' : 'are'} here`;", ['It is here', 'They are here']],
    [`<p>Read {n === 1 ? 'it' : 'them'} now.</p>`, ['Read it now.', 'Read them now.']],
    ['<p>\n  Ends\n  {n}.\n  <b>Then</b>{" "}\n  what?\n</p>', ['Ends{0}.{1} what?', 'Then']],
    ['const a = `Braces {x} ${n}`;', ['Braces {{x} {0}']],
  ] as const)('of %s', ([code, keys]) => expect(keysOf(code)).toEqual(keys));

  it.for([
    [`import { a } from './Some place.ts';`],
    [`type A = 'In order';`],
    [`if (name === 'Fee at most') go();`],
    [`switch (name) { case 'Fee at most': go(); }`],
    [`const a = { 'Fee at most': 1 }['Fee at most'];`],
    [`<p className="Some style" role="Some role" data-x="Some data" id="Some id" />`],
    [`throw new Error('This never happens');`],
    [`const a = names.includes('Fee at most');`],
    [`const a = /Some text/.test(b);`],
    [`const a = 'camelCase';`],
    [`const a = 'ArrowDown';`],
    [`const a = 'lower';`],
    ['const a = `${n}px`;'],
    ['<p>{n} · {m}</p>'],
    [`const a = 'M2 2h3v2.5 Zm6 6c 3';`],
    ['<Icon d="M2 2h3v2.5 Zm6 6c" />'],
  ] as const)('are not in %s', ([code]) => expect(keysOf(code)).toEqual([]));

  it('leave out names of the program', () => {
    expect(keysOf(`const a = ['Two words', 'Other words'];`, ['Two words'])).toEqual(['Other words']);
  });
});

describe('a source in another language', () => {
  it('has its texts, and everything else byte for byte', () => {
    const code = `// Delete it\nexport const a = { name: 'Delete it', label: 'Delete it' };\n`;
    expect(german(code, { 'Delete it': 'Löschen' })).toBe(code.replace(`label: 'Delete it'`, `label: "Löschen"`));
  });

  it('has the values of a text in its own order', () => {
    expect(german('const a = `Move ${one(x)} to ${b}`;', { 'Move {0} to {1}': 'Nach {1} {0} verschieben' })).toBe(
      'const a = `Nach ${b} ${one(x)} verschieben`;',
    );
  });

  it('has a text inside a value of another', () => {
    const catalogue = { 'Add {0}': '{0} hinzufügen', 'One user': 'Eine Person' };
    expect(german("const a = `Add ${of('One user')}`;", catalogue)).toBe(
      'const a = `${of("Eine Person")} hinzufügen`;',
    );
    expect(german("const a = `Add ${of('One user')}`;", { 'One user': 'Eine Person' })).toBe(
      'const a = `Add ${of("Eine Person")}`;',
    );
  });

  it('has the forms of a counted noun', () => {
    expect(german("const a = `in ${counted(n, 'day')}`;", { 'in {0:day|days}': 'in {0:Tag|Tagen}' })).toBe(
      'const a = `in ${counted(n, "Tag", "Tagen")}`;',
    );
  });

  it('has a sentence for each branch, and English for a branch without a translation', () => {
    const code = "const a = `Read ${n === 1 ? 'it' : 'them'} now`;";
    expect(german(code, { 'Read it now': 'Jetzt lesen', 'Read them now': 'Alle jetzt lesen' })).toBe(
      'const a = (n === 1 ? "Jetzt lesen" : "Alle jetzt lesen");',
    );
    expect(german(code, { 'Read it now': 'Jetzt lesen' })).toBe(
      'const a = (n === 1 ? "Jetzt lesen" : "Read them now");',
    );
  });

  it('keeps the space around a text', () => {
    expect(german('const a = ` and ${n} more `;', { 'and {0} more': 'und {0} weitere' })).toBe(
      'const a = ` und ${n} weitere `;',
    );
  });

  it('keeps the elements of JSX, with the texts inside them', () => {
    const code = '<p>\n  Type <b className="x">the word</b>, then press <Kbd name="k" />.\n</p>';
    const catalogue = { 'Type {0}, then press {1}.': '{1} drücken, wenn {0} dasteht.', 'the word': 'das Wort' };
    expect(german(code, catalogue)).toBe(
      '<p><Kbd name="k" />{" drücken, wenn "}<b className="x">{"das Wort"}</b>{" dasteht."}</p>',
    );
  });

  it('keeps the values and branches of JSX', () => {
    expect(
      german(`<p>{n} {n === 1 ? 'is' : 'are'} left</p>`, {
        '{0} is left': '{0} bleibt',
        '{0} are left': '{0} bleiben',
      }),
    ).toBe('<p>{n === 1 ? <>{n}{" bleibt"}</> : <>{n}{" bleiben"}</>}</p>');
  });

  it('has attributes as expressions, so that any letter can stand in them', () => {
    expect(german('<a title="All of it" />', { 'All of it': 'Alles "hier"' })).toBe('<a title={"Alles \\"hier\\""} />');
  });

  it('has another translation in the files that a key names', () => {
    const catalogue = { Open: 'Öffnen', 'Open @renderer/app/': 'Offen' };
    expect(german('<p>Open</p>', catalogue)).toBe('<p>{"Offen"}</p>');
  });

  it('writes a backtick, a dollar and a brace as they are', () => {
    expect(german('const a = `Some ${n} text`;', { 'Some {0} text': '`{{x} ${0}\\' })).toBe(
      'const a = `\\`{x} $${n}\\\\`;',
    );
  });
});
