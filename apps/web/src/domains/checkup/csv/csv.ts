const byteOrderMark = '\ufeff'

/** Formula injection: spreadsheets evaluate cells that start with these characters, also after spaces and in full width; a leading quote prevents it. */
const isFormula = (text: string) => /^[\t\r]/.test(text) || /^[=+\-@]/.test(text.trimStart().normalize('NFKC'))

const cell = (value: string | number | null): string => {
  if (value === null) return ''
  // numbers are never escaped, so negative values stay numeric
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  const safe = isFormula(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180 with a byte order mark, so that Excel reads it as UTF-8. Text that looks like a formula is escaped. */
export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  `${byteOrderMark}${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
