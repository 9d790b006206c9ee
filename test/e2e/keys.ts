import type { Locator, Page } from 'playwright/test';
import { confirmation, listRows } from './flows.ts';
import { expect } from './harness.ts';

/** Steps of an operator without a pointer. Every focus is reached by keys. */

/** More steps than any screen has. */
const MOST_STEPS = 80;

/** Presses Tab until the control has the focus. A disabled control is passed over, so it must be enabled first. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await expect(control).toBeEnabled();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the control cannot be reached with the Tab key: ${control}`);
}

export async function pressOn(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Replaces the text of a field. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Replaces the text of a field with more than can be typed key by key. */
export async function insertInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.insertText(text);
}

/** Chooses in a list of choices by its first letters. */
export async function chooseIn(page: Page, list: Locator, letters: string): Promise<void> {
  await expect(list.locator('option').filter({ hasText: letters }).first()).toBeAttached();
  await tabTo(page, list);
  await page.keyboard.type(letters);
  await expect(list.locator('option:checked')).toContainText(letters);
}

/** Chooses the first of the options that match a typed text. */
export async function completeIn(page: Page, field: Locator, text: string): Promise<void> {
  await typeInto(page, field, text);
  await expect(page.getByRole('option').first()).toContainText(text);
  await page.keyboard.press('Enter');
}

/** Goes on to a part of the window, such as the form of a place. */
export async function moveTo(page: Page, part: Locator): Promise<void> {
  await expect(part).toBeVisible();
  for (let step = 0; step < 5; step += 1) {
    await page.keyboard.press('F6');
    if (await part.evaluate((element) => element.contains(document.activeElement))) return;
  }
  throw new Error(`F6 does not reach the part: ${part}`);
}

/** Goes on to a list, and selects its first row. A list without rows takes no key. */
export async function moveToFirst(page: Page, name: string): Promise<void> {
  await expect(listRows(page, name).first()).toBeVisible();
  await moveTo(page, page.getByRole('grid', { name, exact: true }));
  await page.keyboard.press('Home');
}

/** Chooses an item of the open menu. */
export async function chooseItem(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true });
  await expect(item).toBeVisible();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await item.evaluate((element) => element === document.activeElement)) {
      await page.keyboard.press('Enter');
      return;
    }
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`the arrow keys do not reach the item: ${name}`);
}

/** Checks that the focus stands on a control, where the next key counts. */
export const expectFocus = (page: Page, after: string): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY'), `the focus after ${after}`)
    .not.toBe('BODY');

/**
 * Types into the fields of a question, reads it to its end and says yes. `yes` is the word on the button.
 */
export async function answerByKeys(
  page: Page,
  yes: string | null = null,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  const asked = await confirmation(page);
  const button =
    yes === null
      ? asked.locator('.trusted-answers').getByRole('button').last()
      : asked.getByRole('button', { name: yes, exact: true });
  await expect(button).toBeVisible();
  const id = await asked.locator('main').getAttribute('data-question');
  const [first] = Object.keys(fields);
  const field = (name: string) => asked.getByRole('textbox', { name, exact: true });
  await expect(first === undefined ? asked.locator('footer').getByRole('button').first() : field(first)).toBeFocused();
  for (const [name, text] of Object.entries(fields)) await typeInto(asked, field(name), text);
  await tabTo(asked, asked.locator('.trusted-body'));
  await asked.keyboard.press('End');
  await expect(button).not.toHaveAttribute('aria-disabled');
  await tabTo(asked, button);
  const isAnswered = async () =>
    asked.isClosed() ||
    (await asked
      .locator(`main[data-question="${id}"]`)
      .count()
      .catch(() => 0)) === 0;
  // A key that comes sooner may have been held since before the question.
  await expect
    .poll(
      async () => {
        if (!(await isAnswered())) await asked.keyboard.press('Enter').catch(() => undefined);
        return isAnswered();
      },
      { intervals: [1_200] },
    )
    .toBe(true);
}
