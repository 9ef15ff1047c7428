import { tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { ReferenceRange, TestPackage } from '@sukoyaka/wire/record/checkup'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormDraft } from '../../../api/form-drafts.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import type { Category } from '../api.ts'
import { useAddTestResultsMutation } from '../change-api.ts'
import type { Grid } from '../grid/model.ts'
import { type Draft, emptyInput, isInvalid, judgementOf, parseValue, type ValueInput } from './draft.ts'

export type EntryProps = {
  user_id: number
  grid: Grid
  packages: readonly TestPackage[]
  categories: readonly Category[]
  ranges: readonly ReferenceRange[]
  onClose: () => void
}
type Outcomes = Readonly<Record<number, { word: string; isRejected: boolean }>>
export type Entry = ReturnType<typeof useEntry>

/** Draft of a bulk entry, the values already stored for its checkup, and saving. `onInvalid` receives the category whose value cannot be saved. */
export const useEntry = ({ user_id, grid, packages, categories, ranges, onClose }: EntryProps, onInvalid: (category_id: number) => void) => {
  const { t } = useTranslation('results')
  const today = tokyoDay(new Date())
  const past = useMemo(() => packages.filter(({ tested_at }) => tokyoDay(tested_at) <= today), [packages, today])
  const { value: draft, put, forget } = useFormDraft<Draft>(`test_results/of/${user_id}`, { test_package_id: past[0]?.id ?? null, day: today, rows: {} })
  const [outcomes, setOutcomes] = useState<Outcomes>({})
  const [failure, setFailure] = useState<string>()
  const [add, { isLoading }] = useAddTestResultsMutation()
  const rangeOf = useMemo(() => new Map(ranges.map((range) => [range.category_id, range])), [ranges])
  const key = draft.test_package_id === null ? `d${draft.day}` : `p${draft.test_package_id}`
  const stored = useMemo(
    () => new Map(grid.groups.flatMap((group) => group.rows.flatMap((row) => (row.cells.has(key) ? [[row.category.id, row.cells.get(key)!] as const] : [])))),
    [grid, key],
  )
  const filled = categories.filter(({ id }) => parseValue(draft.rows[id]?.text ?? '') !== undefined)

  const latest = useRef({ rows: draft.rows, put })
  latest.current = { rows: draft.rows, put }
  const onType = useCallback((id: number, change: Partial<ValueInput>) => {
    const { rows, put } = latest.current
    put({ rows: { ...rows, [id]: { ...(rows[id] ?? emptyInput), ...change } } })
    setOutcomes(({ [id]: _, ...rest }) => rest)
  }, [])

  const leave = () => {
    forget()
    onClose()
  }
  const send = async (test_package: TestPackage | undefined) => {
    const at = test_package?.tested_at ?? tokyoStartOfDay(draft.day!).toISOString()
    return add({
      user_id,
      ...(test_package && { test_package_id: test_package.id }),
      results: filled.map(({ id }) => {
        const { text, unit, confirmed } = draft.rows[id]!
        return {
          category_id: id,
          value: parseValue(text)!,
          ...(unit && { unit }),
          recorded_at: stored.get(id)?.recorded_at ?? at,
          ...(confirmed && { confirmed }),
        }
      }),
    })
  }
  const save = async () => {
    if (isLoading || document.activeElement?.matches('input[type="search"]')) return
    setFailure(undefined)
    if (filled.length === 0) return setFailure(t('entry.nothing'))
    if (draft.test_package_id === null && !draft.day) return setFailure(t('entry.needDay'))
    const invalid = filled.find((category) => isInvalid(judgementOf(category, rangeOf.get(category.id), draft.rows[category.id]!)))
    if (invalid) {
      setFailure(t('entry.check'))
      return onInvalid(invalid.id)
    }
    const { data, error } = await send(packages.find(({ id }) => id === draft.test_package_id))
    if (!data) return setFailure(`${t('entry.failed')} ${error && 'error' in error ? error.error : ''}`)
    const rejected = data.items.filter(({ outcome }) => outcome === 'refused')
    const done = data.items.length - rejected.length
    if (rejected.length === 0) {
      toast.success(t('entry.saved', { count: done }))
      return leave()
    }
    const left = new Set(rejected.map(({ index }) => filled[index]!.id))
    put({ rows: Object.fromEntries(Object.entries(draft.rows).filter(([id]) => left.has(Number(id)))) })
    setOutcomes(
      Object.fromEntries(
        data.items.map(({ index, outcome, message }) => [
          filled[index]!.id,
          outcome === 'refused' ? { word: message ?? t('entry.check'), isRejected: true } : { word: t(`entry.outcome.${outcome}`), isRejected: false },
        ]),
      ),
    )
    setFailure(t('entry.partly', { done, left: rejected.length }))
  }
  return { past, draft, put, outcomes, failure, isLoading, rangeOf, stored, filled, onType, leave, save }
}
