import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useLoaded } from '../../../ui/loading/use-loaded.ts'
import { useListMentionTargetsQuery } from '../thread/api.ts'
import { mentionQueryAt, type Target, withMention } from './mention.ts'

type Props = {
  patient_id: number
  body: string
  field: RefObject<HTMLTextAreaElement | null>
  /** Suggests staff only. */
  isStaffOnly?: boolean
  onPick: (text: string, person: Target) => void
}

// lazy, because it includes the tables of romaji
const loadMatching = () => import('./matching-targets.ts')

/** Suggests people while a mention is typed after @. */
export function useMention({ patient_id, body, field, isStaffOnly = false, onPick }: Props) {
  const [cursor, setCursor] = useState<number>()
  const [at, setAt] = useState(0)
  /** Position of the @ whose list the user closed; the list stays closed for that @. */
  const [closedAt, setClosedAt] = useState<number>()
  const mentionQuery = cursor === undefined ? undefined : mentionQueryAt(body, Math.min(cursor, body.length))
  const isOpen = mentionQuery !== undefined && mentionQuery.from !== closedAt
  const { data } = useListMentionTargetsQuery({ patient_id }, { skip: !isOpen })
  const targets = isStaffOnly ? data?.items.filter(({ role }) => role !== 'patient') : data?.items
  const matching = useLoaded(loadMatching, isOpen)
  const people = isOpen && targets && matching ? matching.matchingTargets(targets, mentionQuery.q) : []
  const chosen = people.length ? at % people.length : 0

  const pick = (person: Target) => {
    if (!mentionQuery || cursor === undefined) return
    const next = withMention(body, mentionQuery.from, cursor, person)
    onPick(next.text, person)
    setCursor(undefined)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.cursor, next.cursor)
    })
  }
  return {
    people,
    at: chosen,
    pick,
    /** To be called after each change of the text or the selection. */
    readCaret: () => {
      const own = field.current
      const next = own && own.selectionStart === own.selectionEnd ? own.selectionStart : undefined
      if (next !== cursor) setAt(0)
      setCursor(next)
    },
    close: () => setCursor(undefined),
    /** Returns true if the suggestion list handled the key. */
    onKey: (event: KeyboardEvent): boolean => {
      if (!people.length || event.nativeEvent.isComposing || event.keyCode === 229) return false
      const { key, shiftKey, ctrlKey, metaKey } = event
      if (key === 'ArrowDown') setAt(chosen + 1)
      else if (key === 'ArrowUp') setAt(chosen + people.length - 1)
      else if (key === 'Escape') setClosedAt(mentionQuery?.from)
      else if ((key === 'Enter' || key === 'Tab') && !shiftKey && !ctrlKey && !metaKey) pick(people[chosen]!)
      else return false
      event.preventDefault()
      return true
    },
  }
}
