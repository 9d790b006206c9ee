import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OUTBOX_FILE, writeToOutbox } from '../../../../electron/engine/service/outbox-file.ts';

it('the outbox is a file of the operator, a line for each message, and begun anew when it has grown long', () => {
  const directory = mkdtempSync(join(tmpdir(), 'castellan-outbox-'));
  try {
    const file = join(directory, OUTBOX_FILE);
    const message = { sentAt: '', channel: 'email', to: 'a@example.com', text: 'Your code is 1.', code: '1' } as const;
    const second = { ...message, text: 'long'.repeat(300_000) };
    for (const one of [message, second]) writeToOutbox(directory, one);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([message, second]);
    writeToOutbox(directory, message);
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(message)}\n`);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
