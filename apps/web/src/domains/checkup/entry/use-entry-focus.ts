import { useCallback, useRef } from 'react'

const fieldsIn = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLInputElement>('[data-entry]') ?? [])]
const focusField = (field: HTMLInputElement | undefined) => {
  field?.focus()
  field?.select()
  field?.scrollIntoView({ block: 'nearest' })
}

export type Step = (from: HTMLElement, by: 1 | -1, onlyEmpty?: boolean) => void

/** Moves focus between the value fields inside `box`. */
export const useEntryFocus = () => {
  const box = useRef<HTMLDivElement>(null)
  const step: Step = useCallback((from, by, onlyEmpty = false) => {
    const all = fieldsIn(box.current)
    const at = all.indexOf(from.closest('tr')?.querySelector<HTMLInputElement>('[data-entry]') ?? all[0]!)
    const rest = by > 0 ? all.slice(at + 1) : all.slice(0, at).toReversed()
    focusField(onlyEmpty ? rest.find(({ value }) => value === '') : rest[0])
  }, [])
  // deferred until the field is rendered: a filter may have hidden it
  const toItem = (category_id: number) => setTimeout(() => focusField(fieldsIn(box.current).find(({ dataset }) => dataset.entry === String(category_id))))
  return { box, step, toItem, toFirst: () => setTimeout(() => focusField(fieldsIn(box.current)[0])) }
}
