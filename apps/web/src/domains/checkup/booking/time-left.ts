const aMinute = 60_000

/** Until a moment, in whole minutes, the one that has begun included; undefined once it is over. */
export const timeLeft = (until: string, now: Date): { hours: number; minutes: number } | undefined => {
  const left = Math.ceil((Date.parse(until) - now.getTime()) / aMinute)
  return left > 0 ? { hours: Math.floor(left / 60), minutes: left % 60 } : undefined
}
