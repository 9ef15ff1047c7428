const minuteMs = 60_000

/** Time until an instant in whole minutes, rounded up; undefined once it has passed. */
export const timeLeft = (until: string, now: Date): { hours: number; minutes: number } | undefined => {
  const left = Math.ceil((Date.parse(until) - now.getTime()) / minuteMs)
  return left > 0 ? { hours: Math.floor(left / 60), minutes: left % 60 } : undefined
}
