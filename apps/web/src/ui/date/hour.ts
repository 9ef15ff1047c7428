/** Parses `14:00`, `1400` or `9:30`, also in full-width digits; undefined if invalid. */
export const parseTime = (text: string): string | undefined => {
  const [, hour, minute] = /^(\d{1,2}):?(\d{2})$/.exec(text.normalize('NFKC').trim()) ?? []
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute}`
}

/** Instant of that time on that day in Tokyo. */
export const instantOf = (day: string | null, time: string): string | undefined => {
  const parsedTime = parseTime(time)
  return day && parsedTime ? new Date(`${day}T${parsedTime}:00+09:00`).toISOString() : undefined
}
