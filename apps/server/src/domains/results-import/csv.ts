const dangerous = /^'*[=+\-@＝＋－＠\t\r\n]/
const plainNumber = /^[+-]?\d+(\.\d+)?$/

/** A cell that a spreadsheet would reckon out as a formula stands behind an apostrophe; numbers stay numbers. */
export const withGuard = (cell: string) => (dangerous.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell)

/** The same cell when the file comes back. */
export const withoutGuard = (cell: string) => (cell.startsWith("'") && dangerous.test(cell) ? cell.slice(1) : cell)

const quoted = (cell: string) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const bom = '\ufeff'

/** One line of a CSV file, as RFC 4180 and spreadsheets read it. */
export const csvLine = (cells: readonly string[]) => `${cells.map((cell) => quoted(withGuard(cell))).join(',')}\r\n`
