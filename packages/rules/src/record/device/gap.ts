const hourMs = 3_600_000

/** Shorter times without a sample are normal, such as a night in which the device lies beside the bed. */
export const gapHours = 12

/** Runs of at least `gapHours` hours without a sample. `hours` are the starts of the hours without one, in order. */
export const gapsOf = (hours: readonly string[]): { from: string; to: string }[] => {
  const runs: { from: number; to: number }[] = []
  for (const hour of hours) {
    const start = Date.parse(hour)
    const last = runs.at(-1)
    if (last?.to === start) last.to += hourMs
    else runs.push({ from: start, to: start + hourMs })
  }
  return runs
    .filter(({ from, to }) => to - from >= gapHours * hourMs)
    .map(({ from, to }) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }))
}
