// Pasted tables: styles of spreadsheets, and rows of plain text.
import { describe, expect, it } from 'vitest';
import { parseHtml } from '~/lib/html/parse-html';
import { readTabbedRows } from '~/ui/rich-text/html/read-table';
import { readClassStyles } from '~/ui/rich-text/paste/from-sheet';

describe('styles of a spreadsheet', () => {
  it('are read in linear time', () => {
    const styles = readClassStyles(
      parseHtml(`<style>.a {font-weight:\n  700;${' '.repeat(500_000)}text-align: center}</style>`),
    );
    expect(styles.get('a')).toBe('font-weight: 700; text-align: center');
  });
});

describe('plain text with tabs', () => {
  const rowsOf = (count: number) => readTabbedRows('a\tb\tc\n'.repeat(count));

  it('becomes the rows of a table', () => {
    const cells = rowsOf(500)?.filter(({ attributes }) => attributes?.table);
    expect(cells).toHaveLength(1500);
  });

  it('stays text if the table would have too many cells to edit', () => {
    expect(rowsOf(501)).toBeNull();
    expect(rowsOf(50_000)).toBeNull();
  });
});
