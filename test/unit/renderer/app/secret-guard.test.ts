import { beforeEach, describe, expect, it, vi } from 'vitest';
import { guardFields } from '../../../../renderer/app/secret-guard.ts';

const PHRASE = `${'abandon '.repeat(11)}about`;

class Field {
  value = '';
  setRangeText(text: string): void {
    this.value = text;
  }
}
class Input {
  prevented = false;
  readonly target = field;
  readonly type: string;
  readonly data: string;
  readonly inputType: string;
  constructor(type: 'beforeinput' | 'input', data: string, inputType = 'insertText') {
    [this.type, this.data, this.inputType] = [type, data, inputType];
  }
  preventDefault(): void {
    this.prevented = true;
  }
}

let field: Field;
let asked: string[];
let look: (event: unknown) => void;
beforeEach(() => {
  field = new Field();
  asked = [];
  vi.stubGlobal('InputEvent', Input);
  vi.stubGlobal('HTMLInputElement', Field);
  vi.stubGlobal('HTMLTextAreaElement', class {});
  vi.stubGlobal('document', {
    addEventListener: (_type: string, listener: typeof look) => {
      look = listener;
    },
  });
  vi.stubGlobal('window', {
    castellan: {
      call: async (name: string) => {
        asked.push(name);
        return { ok: true, value: {} };
      },
    },
  });
  guardFields();
});

/** Passes an event to the guard and returns it, as a field receives it. */
const enter = (event: Input): Input => {
  look(event);
  return event;
};

describe('a field of the page', () => {
  it('refuses a pasted phrase, and the clipboard is cleared', () => {
    expect(enter(new Input('beforeinput', PHRASE, 'insertFromPaste')).prevented).toBe(true);
    expect(asked).toEqual(['app.clearClipboard']);
  });

  it('refuses a dropped phrase, and leaves the clipboard', () => {
    expect(enter(new Input('beforeinput', PHRASE, 'insertFromDrop')).prevented).toBe(true);
    expect(asked).toEqual([]);
  });

  it('is cleared when its text becomes a phrase', () => {
    field.value = PHRASE;
    enter(new Input('input', 't'));
    expect(field.value).toBe('');
  });

  it('accepts all other text, including hexadecimal digits, which need a later confirmation', () => {
    field.value = 'Treasury';
    expect(enter(new Input('beforeinput', 'Treasury')).prevented).toBe(false);
    expect(enter(new Input('beforeinput', 'ab'.repeat(32), 'insertFromPaste')).prevented).toBe(false);
    enter(new Input('input', 'y'));
    expect(field.value).toBe('Treasury');
  });
});
