const maxLineLength = 7
const maxSpacedLength = 12
/** Max characters per line beside a radar chart a third of the page wide. */
const maxSpacedLineLength = 15

/** Splits a long name after a space or particle near its middle, because the chart library does not wrap labels. */
export const splitLabel = (name: string): string => {
  const isSpaced = name.includes(' ')
  if (name.length <= (isSpaced ? maxSpacedLength : maxLineLength)) return name
  const breaks = [...name.matchAll(isSpaced ? / /g : /[の・]|から/g)].map(({ index, 0: match }) => index + match.length)
  const innerBreaks = breaks.filter((at) => at > 1 && at < name.length - 1)
  if (!innerBreaks.length) return name
  const at = innerBreaks.reduce((best, index) => (Math.abs(index - name.length / 2) < Math.abs(best - name.length / 2) ? index : best))
  const lines = [name.slice(0, at).trimEnd(), name.slice(at)]
  return (isSpaced ? lines.map((line) => (line.length > maxSpacedLineLength ? splitLabel(line) : line)) : lines).join('\n')
}
