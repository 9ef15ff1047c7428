const mark = '\ufeff'

/** A spreadsheet takes a cell that begins so for a formula, also behind spaces and in full width; a quote before it keeps it text. */
const isFormula = (text: string) => /^[\t\r]/.test(text) || /^[=+\-@]/.test(text.trimStart().normalize('NFKC'))

const cell = (value: string | number | null): string => {
  if (value === null) return ''
  // a number is no text: a negative one stays one
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  const safe = isFormula(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180 with a byte order mark, so that Excel reads it as UTF-8; nothing in it is reckoned with when it is opened. */
export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string => `${mark}${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
