import { type TimelineItem, type TimelineKind, timelineKinds } from '@sukoyaka/wire/boards/timeline'

/** What of the stream is looked at; it stands in the address. */
export type Filter = { kinds: TimelineKind[]; q: string; month: string | undefined }

export const filterOf = (search: URLSearchParams): Filter => {
  const asked = (search.get('kinds') ?? '').split(',')
  const month = search.get('month') ?? ''
  return {
    kinds: timelineKinds.filter((kind) => asked.includes(kind)),
    q: (search.get('q') ?? '').slice(0, 100),
    month: /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(month) ? month : undefined,
  }
}

/** As short as can be, so that it can be told to somebody. */
export const searchOf = ({ kinds, q, month }: Filter): string => {
  const parts = [
    ...(kinds.length ? [`kinds=${kinds.join(',')}`] : []),
    ...(q.trim() ? [`q=${encodeURIComponent(q.trim())}`] : []),
    ...(month ? [`month=${month}`] : []),
  ]
  return parts.length ? `?${parts.join('&')}` : ''
}

const first: readonly string[] = ['happened', 'added', 'started', 'renewed']
/** The address of an item on the page. A row that is there twice has the plain one where it began. */
export const anchorOf = ({ kind, id, event }: Pick<TimelineItem, 'kind' | 'id' | 'event'>) => `${kind}-${id}${first.includes(event) ? '' : `-${event}`}`

/** `#karte-12` names an item to begin with. */
export const itemOf = (hash: string): string | undefined => {
  const [, item, kind] = /^#((\w+)-[1-9]\d{0,14})(-\w+)?$/.exec(hash) ?? []
  return (timelineKinds as readonly string[]).includes(kind ?? '') ? item : undefined
}
