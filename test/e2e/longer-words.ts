import type { Page } from 'playwright/test';

/**
 * Lengthens the product's own words on a page by a third, as a translation into German does. Returns the texts that are
 * then cut, lie over each other or push the page sideways. The page has its own words again afterwards.
 *
 * @param names The words of the operator and of standards, which no translation changes.
 */
export const cutByLongerWords = (page: Page, names: readonly string[]): Promise<string[]> =>
  page.evaluate(async (kept) => {
    const known = new Set(kept);
    const STAYS = '.mono, .address, code, pre, kbd, svg, script, style, textarea, option, .visually-hidden, [inert]';
    /** Text between quotation marks is a name. Words with a digit are bytes, paths or numbers. */
    const longer = (text: string): string => {
      let [owed, quoted] = [0, false];
      return text.replaceAll(/“|”|[\p{L}\p{N}_./:@-]+/gu, (word) => {
        if (word === '“' || word === '”') {
          quoted = word === '“';
          return word;
        }
        if (quoted || known.has(word) || !/^\p{L}[\p{L}-]+[.:]?$/u.test(word)) return word;
        owed += word.length * 0.35;
        const more = Math.floor(owed);
        owed -= more;
        const [letters = '', end = ''] = /^(.*?)([.:]?)$/.exec(word)?.slice(1) ?? [];
        return letters + 'en'.repeat(more).slice(0, more) + end;
      });
    };
    const frame = () => new Promise((done) => requestAnimationFrame(done));

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: { node: Text; before: string; after: string; element: HTMLElement }[] = [];
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
      const element = node.parentElement;
      if (element === null || node.data.trim() === '' || element.closest('.visually-hidden, script, style') !== null)
        continue;
      // Text for screen readers alone has a box of one pixel, or is clipped away.
      if (element.getBoundingClientRect().width <= 1 || getComputedStyle(element).clipPath !== 'none') continue;
      if (!top.contains(element) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        continue;
      const after = element.closest(STAYS) === null ? longer(node.data) : node.data;
      texts.push({ node, before: node.data, after, element });
    }
    for (const { node, after } of texts) if (node.data !== after) node.data = after;
    await frame();
    await frame();

    const found = texts.every(({ before, after }) => before === after) ? ['no word was lengthened'] : [];
    const words = (text: string) => text.trim().slice(0, 60);
    /** A cell has its whole text in the details of its row. */
    const isElsewhere = (element: Element) => element.closest('[title], [role="gridcell"], select') !== null;
    const boxes: { rect: DOMRect; element: HTMLElement; text: string }[] = [];
    for (const { node, element } of texts) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      let shown = rects;
      for (let box: HTMLElement | null = element; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow, display } = getComputedStyle(box);
        if (display === 'inline' || display === 'contents') continue;
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const { left, right, top: above, bottom } = box.getBoundingClientRect();
        if (overflowX === 'hidden' || overflowX === 'clip') {
          const isCut = shown.some((rect) => rect.right > right + 1 || rect.left < left - 1);
          if (isCut && !(textOverflow === 'ellipsis' && isElsewhere(element))) {
            found.push(`cut: “${words(node.data)}” in ${box.className || box.tagName}`);
          }
        }
        if (overflowY === 'hidden' || overflowY === 'clip') {
          const isCut = shown.some((rect) => rect.bottom > bottom + 3 || rect.top < above - 3);
          if (isCut && !isElsewhere(element)) found.push(`cut below: “${words(node.data)}” in ${box.className}`);
        }
        shown = shown.flatMap((rect) => {
          const [x, y] = [Math.max(rect.left, left), Math.max(rect.top, above)];
          const [width, height] = [Math.min(rect.right, right) - x, Math.min(rect.bottom, bottom) - y];
          return width > 1 && height > 1 ? [new DOMRect(x, y, width, height)] : [];
        });
      }
      const control = element.closest('button, .badge');
      if (control !== null) {
        const { left, right, top: above, bottom } = control.getBoundingClientRect();
        const spills = shown.some(
          (rect) => rect.right > right + 1 || rect.left < left - 1 || rect.bottom > bottom + 3 || rect.top < above - 3,
        );
        if (spills) found.push(`over its edge: “${words(node.data)}” of ${control.className}`);
      }
      for (const rect of shown) {
        if (rect.left < -1 || rect.right > innerWidth + 1) found.push(`outside: “${words(node.data)}”`);
        boxes.push({ rect, element, text: node.data });
      }
    }
    /** A bar that stays in view lies over what scrolls below it. */
    const bars = new Map<Element, Element>();
    const barOf = (element: Element): Element => {
      const known = bars.get(element);
      if (known !== undefined) return known;
      const isBar = ['sticky', 'fixed'].includes(getComputedStyle(element).position);
      const bar = isBar || element.parentElement === null ? element : barOf(element.parentElement);
      bars.set(element, bar);
      return bar;
    };
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element))
          continue;
        const x = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
        const y = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
        if (x > 2 && y > 4 && barOf(one.element) === barOf(other.element))
          found.push(`over each other: “${words(one.text)}” and “${words(other.text)}”`);
      }
    }
    const scrolled = document.documentElement.scrollWidth - innerWidth;
    if (scrolled > 0) found.push(`the page scrolls sideways by ${scrolled}`);
    for (const box of top.querySelectorAll<HTMLElement>('*')) {
      const { overflowX } = getComputedStyle(box);
      if (overflowX !== 'auto' && overflowX !== 'scroll') continue;
      if (box.scrollWidth > box.clientWidth + 1 && box.closest('.segments, pre, .mono, textarea') === null)
        found.push(`scrolls sideways: ${box.className}, by ${box.scrollWidth - box.clientWidth}`);
    }
    for (const { node, before, after } of texts) if (node.data === after) node.data = before;
    return [...new Set(found)];
  }, names);
