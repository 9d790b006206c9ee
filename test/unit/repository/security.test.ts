import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ATTACKERS } from '../../lifted/attackers.ts';
import { lifted } from '../../lifted/lift.ts';
import { CLAIMS, LIFTS } from '../../lifted/lifts/index.ts';
import { attackerOf } from '../../lifted/page.ts';
import { SHOWN } from '../../lifted/shown.ts';
import { readText, root } from './sources.ts';

const said = [...CLAIMS, ...SHOWN];

describe('a claim of SECURITY.md', () => {
  it.for(said)('$id is about one attacker, in at most 25 words a sentence', ({ id, sentence }) => {
    expect(id).toMatch(/^[A-Z]+-\d{2,3}$/);
    expect(ATTACKERS.map((attacker) => attacker.id)).toContain(attackerOf(id));
    const sentences = sentence.split(/(?<=\.) /);
    expect(sentences.filter((text) => !/^[A-Z`].+\.$/.test(text) || text.split(' ').length > 25)).toEqual([]);
  });

  it('has an id of its own', () => {
    const ids = said.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('has a mechanism that test/lifted removes, or a test of the whole program', () => {
    expect(CLAIMS.filter(({ lifts }) => lifts.length === 0)).toEqual([]);
    expect(SHOWN.filter(({ test }) => !existsSync(join(root, test)))).toEqual([]);
  });

  it('exists about every attacker except root', () => {
    const about = new Set(said.map(({ id }) => attackerOf(id)));
    expect(ATTACKERS.map(({ id }) => id).filter((id) => !about.has(id))).toEqual(['ROOT']);
  });
});

describe('a mechanism that test/lifted removes', () => {
  it.for(LIFTS)('is there, once: $mechanism', (lift) => {
    expect(lifted(lift, readText(lift.file))).not.toBe(readText(lift.file));
    expect(existsSync(join(root, lift.test))).toBe(true);
  });

  it('has a name of its own', () => {
    const names = LIFTS.map(({ mechanism }) => mechanism);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
