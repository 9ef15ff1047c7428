/** What people type for a day: 2026/11/21, 2026.11.21, 2026-11-21, 2026年11月21日, 20261121, also with full-width digits. Returns `YYYY-MM-DD`, or null for no such day. */
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

/** `2026-11-21` as it is shown: `2026.11.21`. */
export const showDay = (day: string | null) => day?.replaceAll('-', '.') ?? ''
