/** Parses a typed day: 2026/11/21, 2026.11.21, 2026-11-21, 2026年11月21日 or 20261121, also in full-width digits. Returns `YYYY-MM-DD`, or null if invalid. */
export function parseDay(text: string): string | null {
  const plain = text.normalize('NFKC').replaceAll('。', '.').replace(/\s/g, '')
  const found = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))$/.exec(plain)
  if (!found) return null
  const year = Number(found[1])
  const month = Number(found[2] ?? found[4])
  const day = Number(found[3] ?? found[5])
  const date = new Date(Date.UTC(year, month - 1, day))
  if (year < 1000 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}

/** Parses a day, month or year: 2019, 2019年頃, 2019.4, 2019年4月. Null if empty, undefined if invalid. */
export function parsePartialDay(text: string): string | null | undefined {
  const plain = text.normalize('NFKC').replaceAll('。', '.').replace(/\s/g, '')
  if (plain === '') return null
  const year = /^([12]\d{3})(?:年頃?|年?ごろ)?$/.exec(plain)
  if (year) return year[1]
  const month = /^([12]\d{3})[-/.年](\d{1,2})月?$/.exec(plain)
  if (!month) return parseDay(plain) ?? undefined
  const number = Number(month[2])
  return number >= 1 && number <= 12 ? `${month[1]}-${String(number).padStart(2, '0')}` : undefined
}

/** Shows `2026-11-21` as `2026.11.21`. */
export const showDay = (day: string | null) => day?.replaceAll('-', '.') ?? ''
