import { isDated } from '@sukoyaka/rules/test-package'
import { tokyoDay } from '@sukoyaka/rules/time'
import { formatValue } from '@sukoyaka/rules/value'
import type { Reply } from '@sukoyaka/wire/endpoint'
import type { ReferenceRange, TestPackage, TestResult } from '@sukoyaka/wire/record/checkup'
import type { addTestResults } from '@sukoyaka/wire/record/result'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSame } from '../../../ui/form/form-state.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import type { Category } from '../api.ts'
import { useAddTestResultsMutation } from '../change-api.ts'
import type { Grid } from '../grid/model.ts'
import { type Draft, emptyInput, hasText, isInvalid, type Judgement, judgementOf, measuredIn, type Rows, rowsOf, type ValueInput, withRows } from './draft.ts'
import { columnKeyOf, isForToday, momentOf, newestIncomplete, previousOf, rowsById, type TestCategory } from './items.ts'

export type EntryProps = {
  user_id: number
  /** Items of the other sex are left out, unless they have a value in the chosen checkup or on the chosen day. */
  sex: 'male' | 'female' | null
  grid: Grid
  packages: readonly TestPackage[]
  categories: readonly Category[]
  ranges: readonly ReferenceRange[]
  testCategories: readonly TestCategory[]
}
/** One item with its values. `stored`: its value in the chosen checkup or on the chosen day. */
export type Item = {
  category: Category
  range: ReferenceRange | undefined
  stored: TestResult | undefined
  previous: TestResult | undefined
  isForToday: boolean
}
type TypedItem = Item & { judgement: Judgement }
type RowOutcomes = Reply<typeof addTestResults>['items']
export type Entry = ReturnType<typeof useEntry>

/** A registered value that was opened but not changed does not count as typed. A measured value does, even if it equals the calculated one. */
const isTyped = ({ category, stored }: Item, input: ValueInput | undefined): input is ValueInput =>
  input !== undefined && input.text.trim() !== '' && !(stored && !stored.is_derived && input.unit === '' && input.text === formatValue(stored, category))

const typedIn = (items: readonly Item[], rows: Rows): TypedItem[] =>
  items.flatMap((item) => {
    const input = rows[item.category.id]
    return isTyped(item, input) ? [{ ...item, judgement: judgementOf(item.category, item.range, input) }] : []
  })
const validOf = (typed: readonly TypedItem[]) => typed.filter(({ judgement }) => !isInvalid(judgement))

const useItems = ({ sex, grid, packages, categories, ranges }: EntryProps) => {
  const rangeOf = useMemo(() => new Map(ranges.map((range) => [range.category_id, range])), [ranges])
  const rowById = useMemo(() => rowsById(grid), [grid])
  return useCallback(
    (target: Pick<Draft, 'test_package_id' | 'day'>): Item[] => {
      const [key, moment] = [columnKeyOf(target), momentOf(target, packages)]
      const testPackage = packages.find(({ id }) => id === target.test_package_id)
      return categories.flatMap((category) => {
        const row = rowById.get(category.id)
        const stored = row?.cells.get(key)
        if (!stored && !category.is_active) return []
        if (!stored && sex !== null && category.applicable_sex !== 'any' && category.applicable_sex !== sex) return []
        const previous = previousOf(row, moment, stored)
        return [{ category, range: rangeOf.get(category.id), stored, previous, isForToday: isForToday(row, testPackage, stored?.recorded_at ?? moment) }]
      })
    },
    [categories, packages, rangeOf, rowById, sex],
  )
}

/** The draft of an entry with its checks, and the request. If no typed value can be stored, `onInvalid` gets the id of the first item with a typed value. */
const useEntryForm = (props: EntryProps, onInvalid: (category_id: number) => void, onSaved: (items: RowOutcomes, sent: Draft) => void) => {
  const { user_id, grid, packages, categories, testCategories } = props
  const { t } = useTranslation('results')
  const today = tokyoDay(new Date())
  const past = useMemo(() => packages.filter(isDated).filter(({ tested_at }) => tokyoDay(tested_at) <= today), [packages, today])
  const [add] = useAddTestResultsMutation()
  const itemsAt = useItems(props)
  // computed once: the preselected checkup must not change while values are registered
  const [first] = useState<Draft>(() => ({ test_package_id: newestIncomplete(past, grid, categories, testCategories)?.id ?? null, day: today, rows: {} }))
  const form = useForm(`test_results/of/${user_id}`, first, {
    check: (draft) => {
      const typed = typedIn(itemsAt(draft), rowsOf(draft))
      const invalid = typed.find(({ judgement }) => isInvalid(judgement))
      if (validOf(typed).length) return { day: draft.test_package_id === null && !draft.day && t('entry.needDay') }
      return { ...(invalid && { [`rows.${invalid.category.id}`]: true }), rows: t(invalid ? 'entry.check' : 'entry.nothing') }
    },
    hasInput: hasText,
    send: (draft) => {
      const rows = rowsOf(draft)
      const moment = momentOf(draft, packages)!
      const results = validOf(typedIn(itemsAt(draft), rows)).map(({ category, stored }) => {
        const { text, unit, confirmed } = rows[category.id]!
        const recorded_at = stored?.recorded_at ?? moment
        return { category_id: category.id, ...measuredIn(text, category), ...(unit && { unit }), recorded_at, ...(confirmed && { confirmed }) }
      })
      return add({ user_id, ...(draft.test_package_id !== null && { test_package_id: draft.test_package_id }), results })
    },
    messages: { failed: t('entry.failed') },
    onInvalid: (field) => field.startsWith('rows.') && onInvalid(Number(field.slice('rows.'.length))),
    onSaved: ({ items }, draft) => onSaved(items, draft),
  })
  return { form, past, itemsAt }
}

/** The entry of results: its form, the items of the chosen checkup or day, and the rows that the server rejected. */
export const useEntry = (props: EntryProps, onInvalid: (category_id: number) => void) => {
  const { t } = useTranslation('results')
  const [refused, setRefused] = useState<Readonly<Record<number, string>>>({})
  const [rest, setRest] = useState<string>()
  /** Keeps the values that were not registered, and those typed since the sending. */
  const showOutcomes = (outcomes: RowOutcomes, draft: Draft) => {
    const sentRows = rowsOf(draft)
    const sent = validOf(typedIn(itemsAt(draft), sentRows))
    const refusedRows = outcomes.filter(({ outcome }) => outcome === 'refused')
    const done = new Set(outcomes.flatMap(({ index, outcome }) => (outcome === 'refused' ? [] : [sent[index]!.category.id])))
    // another checkup may have been chosen since
    const target = { ...draft, rows: latest.current.draft.rows }
    const rows = rowsOf(target)
    const isUnchanged = (id: number) => isSame(rows[id], sentRows[id])
    const isFinished = (id: number) => isUnchanged(id) && (done.has(id) || !rows[id]?.text.trim())
    form.put(withRows(target, Object.fromEntries(Object.entries(rows).filter(([id]) => !isFinished(Number(id))))))
    const refusals = refusedRows.map(({ index, message }) => [sent[index]!.category.id, message ?? t('entry.check')] as const)
    setRefused(Object.fromEntries(refusals.filter(([id]) => isUnchanged(id))))
    if (done.size) toast.success(t('entry.saved', { count: done.size }))
    setRest(refusedRows.length ? t('entry.partly', { done: done.size, left: refusedRows.length }) : undefined)
  }
  const { form, past, itemsAt } = useEntryForm(props, onInvalid, showOutcomes)
  const { values: draft, put } = form
  const { test_package_id, day } = draft
  const items = useMemo(() => itemsAt({ test_package_id, day }), [itemsAt, test_package_id, day])
  const rows = rowsOf(draft)
  const typed = useMemo(() => typedIn(items, rows), [items, rows])

  const latest = useRef({ draft, put })
  latest.current = { draft, put }
  const onType = useCallback((id: number, change: Partial<ValueInput>) => {
    const { draft, put } = latest.current
    const rows = rowsOf(draft)
    put(withRows(draft, { ...rows, [id]: { ...(rows[id] ?? emptyInput), ...change } }))
    setRefused(({ [id]: _, ...rest }) => rest)
  }, [])
  /** Shows the registered value again. */
  const onRestore = useCallback((id: number) => {
    const { draft, put } = latest.current
    const { [id]: _, ...rest } = rowsOf(draft)
    put(withRows(draft, rest))
  }, [])
  const addRows = (added: Rows) => put(withRows(draft, { ...rows, ...added }))
  const save = (box: HTMLElement) => {
    if (document.activeElement?.matches('input[type="search"]')) return
    setRest(undefined)
    form.submit(box)
  }
  const failure = form.errorOf('rows') ?? form.errorOf('day') ?? form.failure ?? rest
  return {
    ...{ past, draft, put, items, rows, typed, refused, failure, onType, onRestore, addRows, save },
    valid: validOf(typed),
    invalid: typed.filter(({ judgement }) => isInvalid(judgement)),
    isSending: form.isSending,
    discard: () => {
      put(withRows(draft, {}))
      setRefused({})
      setRest(undefined)
    },
  }
}
