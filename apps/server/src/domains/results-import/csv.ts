const dangerous = /^'*[=+\-@＝＋－＠\t\r\n]/
const plainNumber = /^[+-]?\d+(\.\d+)?$/

/**
 * Prefixes a cell with an apostrophe if a spreadsheet could evaluate it as a formula, or if it is such a cell with an apostrophe already. Numbers stay as they
 * are.
 */
export const escapeFormula = (cell: string) => (dangerous.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell)

/** Reverses `escapeFormula` when the file is uploaded again. */
export const unescapeFormula = (cell: string) => (cell.startsWith("'") && dangerous.test(cell) ? cell.slice(1) : cell)

const quote = (cell: string) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const bom = '\ufeff'

/** One line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly string[]) => `${cells.map((cell) => quote(escapeFormula(cell))).join(',')}\r\n`
