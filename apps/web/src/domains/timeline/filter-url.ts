import { type TimelineItem, type TimelineKind, timelineKinds } from '@sukoyaka/wire/boards/timeline'

/** Filter of the timeline, stored in the URL. */
export type Filter = { kinds: TimelineKind[]; q: string; month: string | undefined }

export const filterOf = (search: URLSearchParams): Filter => {
  const requestedKinds = (search.get('kinds') ?? '').split(',')
  const month = search.get('month') ?? ''
  return {
    kinds: timelineKinds.filter((kind) => requestedKinds.includes(kind)),
    q: (search.get('q') ?? '').slice(0, 100),
    month: /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(month) ? month : undefined,
  }
}

/** Omits defaults to keep the URL short enough to share. */
export const searchOf = ({ kinds, q, month }: Filter): string => {
  const parts = [
    ...(kinds.length ? [`kinds=${kinds.join(',')}`] : []),
    ...(q.trim() ? [`q=${encodeURIComponent(q.trim())}`] : []),
    ...(month ? [`month=${month}`] : []),
  ]
  return parts.length ? `?${parts.join('&')}` : ''
}

const firstEvents: readonly string[] = ['happened', 'added', 'started', 'renewed']
/** Id of an item in the document and the URL hash. For a record with two events, the first has the plain hash. */
export const anchorOf = ({ kind, id, event }: Pick<TimelineItem, 'kind' | 'id' | 'event'>) => `${kind}-${id}${firstEvents.includes(event) ? '' : `-${event}`}`

/** Kind and id of a record (`karte-12`) in a hash such as `#karte-12` or `#assessment-3-solved`, and the anchor of its event. */
export const itemOf = (hash: string): { item: string; anchor: string } | undefined => {
  const [, anchor, item, kind] = /^#(((\w+)-[1-9]\d{0,14})(?:-\w+)?)$/.exec(hash) ?? []
  return anchor && item && (timelineKinds as readonly string[]).includes(kind ?? '') ? { item, anchor } : undefined
}
