/** `14:00`, `1400`, `9:30`, also as an input method writes them; undefined where no hour can be read. */
export const parseTime = (text: string): string | undefined => {
  const [, hour, minute] = /^(\d{1,2}):?(\d{2})$/.exec(text.normalize('NFKC').trim()) ?? []
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute}`
}

/** That hour of that day in Tokyo. */
export const instantOf = (day: string | null, time: string): string | undefined => {
  const read = parseTime(time)
  return day && read ? new Date(`${day}T${read}:00+09:00`).toISOString() : undefined
}
