export type KartePart = { heading: string | null; text: string }

/** `# 計画`, `■計画` or `【計画】`; text after the closing bracket on that line belongs to the body. */
const headingIn = (line: string): { heading: string; rest: string } | undefined => {
  const bracket = /^\s*【([^】\n]+)】\s*(.*)$/.exec(line)
  if (bracket) return { heading: bracket[1]!.trim(), rest: bracket[2]! }
  const mark = /^\s*(?:# |■\s*)(\S.*)$/.exec(line)
  return mark ? { heading: mark[1]!.trim(), rest: '' } : undefined
}

/** Splits a karte's memo at its headings. Text before the first one has no heading. Whitespace at both ends of a part is removed. */
export const splitKarte = (memo: string): KartePart[] => {
  const parts: { heading: string | null; lines: string[] }[] = [{ heading: null, lines: [] }]
  for (const line of memo.replace(/\r\n?/g, '\n').split('\n')) {
    const found = headingIn(line)
    if (found) parts.push({ heading: found.heading, lines: found.rest ? [found.rest] : [] })
    else parts.at(-1)!.lines.push(line)
  }
  return parts.map(({ heading, lines }) => ({ heading, text: lines.join('\n').trim() })).filter(({ heading, text }) => heading !== null || text !== '')
}
