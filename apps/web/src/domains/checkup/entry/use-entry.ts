import { isDated } from '@sukoyaka/rules/test-package'
import { tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { Reply } from '@sukoyaka/wire/endpoint'
import type { ReferenceRange, TestPackage } from '@sukoyaka/wire/record/checkup'
import type { addTestResults } from '@sukoyaka/wire/record/result'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import type { Category } from '../api.ts'
import { useAddTestResultsMutation } from '../change-api.ts'
import type { Grid } from '../grid/model.ts'
import { type Draft, emptyInput, isInvalid, judgementOf, measuredIn, type ValueInput } from './draft.ts'

export type EntryProps = {
  user_id: number
  grid: Grid
  packages: readonly TestPackage[]
  categories: readonly Category[]
  ranges: readonly ReferenceRange[]
  onClose: () => void
}
type Outcomes = Readonly<Record<number, { word: string; isRejected: boolean }>>
type RowOutcomes = Reply<typeof addTestResults>['items']
export type Entry = ReturnType<typeof useEntry>

const keyOf = ({ test_package_id, day }: Draft) => (test_package_id === null ? `d${day}` : `p${test_package_id}`)

/** Values already stored for the checkup with this key, by category. */
const storedIn = (grid: Grid, key: string) =>
  new Map(grid.groups.flatMap((group) => group.rows.flatMap((row) => (row.cells.has(key) ? [[row.category.id, row.cells.get(key)!] as const] : []))))

/** Draft of a bulk entry with its checks, and the request. `onInvalid` receives the category whose value cannot be saved. */
const useEntryForm = (props: EntryProps, onInvalid: (category_id: number) => void, onSaved: (items: RowOutcomes, draft: Draft) => void) => {
  const { user_id, grid, packages, categories, ranges } = props
  const { t } = useTranslation('results')
  const today = tokyoDay(new Date())
  const past = useMemo(() => packages.filter(isDated).filter(({ tested_at }) => tokyoDay(tested_at) <= today), [packages, today])
  const [add] = useAddTestResultsMutation()
  const rangeOf = useMemo(() => new Map(ranges.map((range) => [range.category_id, range])), [ranges])
  const filledIn = ({ rows }: Draft) => categories.filter(({ id }) => rows[id]?.text.trim())
  const first: Draft = { test_package_id: past[0]?.id ?? null, day: today, rows: {} }
  const form = useForm(`test_results/of/${user_id}`, first, {
    check: (draft) => {
      const filled = filledIn(draft)
      const invalid = filled.filter((category) => isInvalid(judgementOf(category, rangeOf.get(category.id), draft.rows[category.id]!)))
      return {
        ...Object.fromEntries(invalid.map(({ id }) => [`rows.${id}`, true])),
        rows: filled.length ? invalid.length > 0 && t('entry.check') : t('entry.nothing'),
        day: draft.test_package_id === null && !draft.day && t('entry.needDay'),
      }
    },
    send: (draft) => {
      const test_package = packages.find(({ id }) => id === draft.test_package_id)
      const at = test_package?.tested_at ?? tokyoStartOfDay(draft.day!).toISOString()
      const stored = storedIn(grid, keyOf(draft))
      const results = filledIn(draft).map((category) => {
        const { id } = category
        const { text, unit, confirmed } = draft.rows[id]!
        const recorded_at = stored.get(id)?.recorded_at ?? at
        return { category_id: id, ...measuredIn(text, category), ...(unit && { unit }), recorded_at, ...(confirmed && { confirmed }) }
      })
      return add({ user_id, ...(test_package && { test_package_id: test_package.id }), results })
    },
    messages: { failed: t('entry.failed') },
    onInvalid: (field) => field.startsWith('rows.') && onInvalid(Number(field.slice('rows.'.length))),
    onSaved: ({ items }, draft) => onSaved(items, draft),
  })
  return { form, past, rangeOf, filledIn }
}

/** A bulk entry: its form, the values already stored for its checkup, and the outcome of each row. */
export const useEntry = (props: EntryProps, onInvalid: (category_id: number) => void) => {
  const { grid, onClose } = props
  const { t } = useTranslation('results')
  const [outcomes, setOutcomes] = useState<Outcomes>({})
  const [rest, setRest] = useState<string>()
  /** Keeps the rejected values in the form. */
  const showOutcomes = (items: RowOutcomes, draft: Draft) => {
    const filled = filledIn(draft)
    const rejected = items.filter(({ outcome }) => outcome === 'refused')
    const done = items.length - rejected.length
    if (rejected.length === 0) {
      toast.success(t('entry.saved', { count: done }))
      return onClose()
    }
    const left = new Set(rejected.map(({ index }) => filled[index]!.id))
    form.put({ rows: Object.fromEntries(Object.entries(draft.rows).filter(([id]) => left.has(Number(id)))) })
    setOutcomes(
      Object.fromEntries(
        items.map(({ index, outcome, message }) => [
          filled[index]!.id,
          outcome === 'refused' ? { word: message ?? t('entry.check'), isRejected: true } : { word: t(`entry.outcome.${outcome}`), isRejected: false },
        ]),
      ),
    )
    setRest(t('entry.partly', { done, left: rejected.length }))
  }
  const { form, past, rangeOf, filledIn } = useEntryForm(props, onInvalid, showOutcomes)
  const { values: draft, put } = form
  const key = keyOf(draft)
  const stored = useMemo(() => storedIn(grid, key), [grid, key])

  const latest = useRef({ rows: draft.rows, put })
  latest.current = { rows: draft.rows, put }
  const onType = useCallback((id: number, change: Partial<ValueInput>) => {
    const { rows, put } = latest.current
    put({ rows: { ...rows, [id]: { ...(rows[id] ?? emptyInput), ...change } } })
    setOutcomes(({ [id]: _, ...rest }) => rest)
  }, [])

  const leave = () => {
    form.close()
    onClose()
  }
  const save = (box: HTMLElement) => {
    if (document.activeElement?.matches('input[type="search"]')) return
    setRest(undefined)
    form.submit(box)
  }
  const failure = form.errorOf('rows') ?? form.errorOf('day') ?? form.failure ?? rest
  return { past, draft, put, outcomes, failure, isLoading: form.isSending, rangeOf, stored, filled: filledIn(draft), onType, leave, save }
}
