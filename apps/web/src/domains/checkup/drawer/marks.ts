import type { Tone } from '../../../ui/status/marks.tsx'

export const markKinds = ['medicine', 'goal', 'interview'] as const

/** Dated event (`YYYY-MM-DD`) that can be shown on result charts; `text` describes it. */
export type ChartMark = { at: string; kind: (typeof markKinds)[number]; text: string }

const maxLabel = 10

/** Name of an event on the chart, shortened; the list below the chart has it in full. */
export const markLabel = ({ text }: ChartMark, kind: string) => {
  const letters = [...text]
  return letters.length > maxLabel ? `${letters.slice(0, maxLabel).join('')}…` : text || kind
}

/** An assessment that has the item as a reason. */
export type Related = { id: number; name: string; note: string; tone: Tone; onOpen?: () => void }

/** The first day of a partial day (`YYYY`, `YYYY-MM` or `YYYY-MM-DD`). */
export const firstDayOf = (partial: string) => `${partial}-01-01`.slice(0, 10)
