import { Fragment, type ReactNode } from 'react';

/** One block of a page. */
type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3 | 4; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'steps'; readonly first: number; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

const FENCE = /^```/;
const HEADING = /^(#{1,4}) +(.*)$/;
/** The line under the head of a table. */
const RULE = /^\|(?: *:?-+:? *\|)+ *$/;
const ITEM = /^(?:[-*]|(\d+)\.) +(.*)$/;

/** Reads the used part of Markdown: headings, paragraphs, lists, tables and fenced code. Everything else is text. */
export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = page.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (FENCE.test(line)) {
      const end = lines.findIndex((one, index) => index > at && FENCE.test(one));
      const close = end === -1 ? lines.length : end;
      blocks.push({ kind: 'code', text: lines.slice(at + 1, close).join('\n') });
      at = close;
      continue;
    }
    if (line.startsWith('|') && RULE.test(lines[at + 1] ?? '')) {
      const after = lines.findIndex((one, index) => index > at && !one.startsWith('|'));
      const end = after === -1 ? lines.length : after;
      blocks.push({ kind: 'table', head: cellsOf(line), rows: lines.slice(at + 2, end).map(cellsOf) });
      at = end - 1;
      continue;
    }
    const [, marks, title] = HEADING.exec(line) ?? [];
    if (marks !== undefined) {
      const level = Math.min(4, Math.max(2, marks.length)) as 2 | 3 | 4;
      blocks.push({ kind: 'heading', level, text: title ?? '' });
      continue;
    }
    const last = blocks.at(-1);
    const [, number, item] = ITEM.exec(line) ?? [];
    const isOpen = (lines[at - 1] ?? '').trim() !== '';
    if (item !== undefined) {
      const isStep = number !== undefined;
      // Steps that begin with 1 again are others.
      if ((last?.kind === 'list' && !isStep) || (last?.kind === 'steps' && isStep && number !== '1'))
        blocks[blocks.length - 1] = { ...last, items: [...last.items, item] };
      else if (isStep) blocks.push({ kind: 'steps', first: Number(number), items: [item] });
      else blocks.push({ kind: 'list', items: [item] });
    } else if (line.trim() === '') continue;
    else if (line.startsWith('    ')) {
      if (last?.kind === 'code' && isOpen) blocks[blocks.length - 1] = { kind: 'code', text: `${last.text}\n${line}` };
      else blocks.push({ kind: 'code', text: line });
    } else if ((last?.kind === 'list' || last?.kind === 'steps') && isOpen)
      blocks[blocks.length - 1] = {
        ...last,
        items: [...last.items.slice(0, -1), `${last.items.at(-1) ?? ''} ${line.trim()}`],
      };
    else if (last?.kind === 'text' && isOpen)
      blocks[blocks.length - 1] = { kind: 'text', text: `${last.text} ${line}` };
    else blocks.push({ kind: 'text', text: line });
  }
  return blocks;
}

/** Returns the cells of a line of a table. A bar inside a cell is written as \\|. */
const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .slice(1)
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|!?\[([^\]]*)\]\(([^)\s]*)\)/g;

interface MarkdownProps {
  readonly page: string;
  /** Opens a page of the guide by its name. */
  readonly onPage: (name: string) => void;
}

/** A page as elements. Links lead to other pages of the guide only. Other addresses are shown as text. */
export function Markdown({ page, onPage }: MarkdownProps) {
  const inline = (text: string): ReactNode[] => {
    const parts: ReactNode[] = [];
    let from = 0;
    for (const found of text.matchAll(INLINE)) {
      const [whole, code, strong, emphasis, label, target = ''] = found;
      parts.push(text.slice(from, found.index));
      from = found.index + whole.length;
      const name = /^([a-z-]+)\.md(?:#.*)?$/.exec(target)?.[1];
      if (code !== undefined) parts.push(<code className="mono">{code}</code>);
      else if (strong !== undefined) parts.push(<strong>{strong}</strong>);
      else if (emphasis !== undefined) parts.push(<em>{emphasis}</em>);
      else if (name !== undefined)
        parts.push(
          <button type="button" className="help-link" onClick={() => onPage(name)}>
            {label}
          </button>,
        );
      else parts.push(/^https:/.test(target) ? `${label} (${target})` : label);
    }
    return [...parts, text.slice(from)];
  };
  // biome-ignore lint/suspicious/noArrayIndexKey: parts and blocks are positions of one text
  const drawn = (text: string) => inline(text).map((part, index) => <Fragment key={index}>{part}</Fragment>);
  return (
    <div className="help-page selectable" lang="en">
      {blocksOf(page).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts and blocks are positions of one text
        <Fragment key={index}>{drawBlock(block, drawn)}</Fragment>
      ))}
    </div>
  );
}

function drawBlock(block: Block, drawn: (text: string) => ReactNode): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${block.level + 1}` as 'h3' | 'h4' | 'h5';
      return <Heading>{drawn(block.text)}</Heading>;
    }
    case 'code':
      return <pre className="mono">{block.text}</pre>;
    case 'table':
      return (
        <table>
          <thead>
            <tr>
              {block.head.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are positions of one text
                <th key={index} scope="col">
                  {drawn(cell)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are positions of one text
              <tr key={index}>
                {block.head.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells are positions of one text
                  <td key={column}>{drawn(row[column] ?? '')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'text':
      return <p>{drawn(block.text)}</p>;
    case 'list':
      return <ul>{itemsOf(block.items, drawn)}</ul>;
    case 'steps':
      return <ol start={block.first}>{itemsOf(block.items, drawn)}</ol>;
  }
}

const itemsOf = (items: readonly string[], drawn: (text: string) => ReactNode): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: items are positions of one text
  items.map((item, index) => <li key={index}>{drawn(item)}</li>);
