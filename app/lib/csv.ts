// Writes CSV (RFC 4180). Cells that a spreadsheet would run as a formula start with an apostrophe.
import Papa from 'papaparse';

type Rows = readonly (readonly string[])[];

/** Starts a file: without it, spreadsheets read UTF-8 in a legacy encoding. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Papa Parse's own pattern misses cells with several lines. */
const FORMULA_START = /^[=+\-@\t\r\n]/;

/** CSV lines including line ends; '' for no rows. */
export function toCsv(rows: Rows): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => [...row]);
  return `${Papa.unparse(cells, { escapeFormulae: FORMULA_START })}\r\n`;
}

/** A file of these rows. */
export const toCsvFile = (rows: Rows): string => BYTE_ORDER_MARK + toCsv(rows);
