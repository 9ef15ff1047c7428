const longest = 7
const maxSpacedLength = 12
/** What has room beside a web of a third of the page. */
const widestSpaced = 15

/** A long name on two lines or more: broken after a space or a particle near its middle, as a chart does not break words by itself. */
export const inLines = (name: string): string => {
  const isSpaced = name.includes(' ')
  if (name.length <= (isSpaced ? maxSpacedLength : longest)) return name
  const breaks = [...name.matchAll(isSpaced ? / /g : /[の・]|から/g)].map(({ index, 0: found }) => index + found.length)
  const inside = breaks.filter((at) => at > 1 && at < name.length - 1)
  if (!inside.length) return name
  const at = inside.reduce((best, one) => (Math.abs(one - name.length / 2) < Math.abs(best - name.length / 2) ? one : best))
  const lines = [name.slice(0, at).trimEnd(), name.slice(at)]
  return (isSpaced ? lines.map((line) => (line.length > widestSpaced ? inLines(line) : line)) : lines).join('\n')
}
