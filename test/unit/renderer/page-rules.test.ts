import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../../renderer/', import.meta.url));
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(tsx?|css|html)$/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(`${folder}${path}`, 'utf8') }));
const having = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

describe('the page', () => {
  test('never writes markup, evaluates text or opens windows', () => {
    expect(
      having(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|new Function|\beval\(|window\.open|srcdoc/),
    ).toEqual([]);
  });

  test.each(['index.html', 'passkey/index.html', 'trusted/index.html'])('%s has no inline code', (document) => {
    const html = sources.find(({ path }) => path === document)?.text ?? '';
    expect(html).toContain('<script');
    expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/);
  });

  test('loads nothing from another origin', () => {
    expect(
      sources.filter(({ path, text }) => path.endsWith('.css') && /url\(\s*["']?(https?:|\/\/|data:)/.test(text)),
    ).toEqual([]);
  });

  test('asks for an answer elsewhere only while a question is open', () => {
    const asks = having(/['">](Answer in|Waiting for your answer)\b/).filter((path) => !path.startsWith('trusted/'));
    expect(asks).toContain('features/lock/lock.tsx');
    expect(asks.filter((path) => !having(/\bisAsking\b/).includes(path))).toEqual([]);
  });

  test('handles no passphrase or revealed secret, which only the trusted window does', () => {
    const places = ['trusted/reader-fields.tsx', 'trusted/typed.tsx'];
    expect(having(/type="password"/).toSorted()).toEqual(places);
    const fields = sources
      .filter(({ path }) => places.includes(path))
      .flatMap(({ text }) => [...text.matchAll(/<TextField[^>]*type=[^>]*>/g)].map(([field]) => field));
    expect(fields).toHaveLength(4);
    expect(fields.filter((field) => /\bvalue=|onChange=/.test(field))).toEqual([]);
    const words = sources.find(({ path }) => path === 'trusted/phrase-fields.tsx')?.text ?? '';
    const [, ...inputs] = words.split('<input');
    expect(inputs).toHaveLength(1);
    expect(inputs.filter((input) => /\bvalue=|onChange=/.test(input.split('/>', 1)[0] ?? ''))).toEqual([]);
  });
});
