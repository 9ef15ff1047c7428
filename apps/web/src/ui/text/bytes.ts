const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

export const formatBytes = (bytes: number) => {
  const at = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** at
  return `${value.toFixed(at === 0 || value >= 100 ? 0 : 1)} ${units[at]}`
}
