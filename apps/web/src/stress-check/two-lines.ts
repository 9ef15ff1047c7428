const longest = 7

/** A long name on two lines: broken after a space or a particle near its middle, as a chart does not break words by itself. */
export const twoLines = (name: string): string => {
  const isSpaced = name.includes(' ')
  if (name.length <= (isSpaced ? 12 : longest)) return name
  const breaks = [...name.matchAll(isSpaced ? / /g : /[の・]|から/g)].map(({ index, 0: found }) => index + found.length)
  const inside = breaks.filter((at) => at > 1 && at < name.length - 1)
  if (!inside.length) return name
  const at = inside.reduce((best, one) => (Math.abs(one - name.length / 2) < Math.abs(best - name.length / 2) ? one : best))
  return `${name.slice(0, at).trimEnd()}\n${name.slice(at)}`
}
