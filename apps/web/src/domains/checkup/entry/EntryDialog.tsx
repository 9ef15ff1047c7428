import { tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { ReferenceRange, TestPackage } from '@sukoyaka/wire/record/checkup'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormDraft } from '../../../api/form-drafts.ts'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { showDay } from '../../../ui/date/day.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { SearchInput } from '../../../ui/form/SearchInput.tsx'
import { SubmitButtons } from '../../../ui/form/SubmitButtons.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import type { Category } from '../api.ts'
import { useAddTestResultsMutation } from '../change-api.ts'
import { groupWord } from '../grid/group-words.ts'
import type { Grid } from '../grid/model.ts'
import { categoryMatcher } from '../grid/search.ts'
import { type Draft, isWrong, judgementOf, nothing, parseValue, type Typed } from './draft.ts'
import classes from './EntryDialog.module.css'
import { EntryRow } from './EntryRow.tsx'

type Props = {
  user_id: number
  grid: Grid
  packages: readonly TestPackage[]
  categories: readonly Category[]
  ranges: readonly ReferenceRange[]
  onClose: () => void
}
type Outcomes = Readonly<Record<number, { word: string; refused: boolean }>>

const fieldsIn = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLInputElement>('[data-entry]') ?? [])]
const toSearch = (box: HTMLElement | null) => {
  const search = box?.querySelector<HTMLInputElement>('input[type="search"]')
  search?.focus()
  search?.select()
}

/** Bulk entry by keyboard: search, Enter, value, Enter. Values that failed to save stay in the form. */
export function EntryDialog({ user_id, grid, packages, categories, ranges, onClose }: Props) {
  const { t } = useTranslation(['results', 'common'])
  const today = tokyoDay(new Date())
  const past = useMemo(() => packages.filter(({ tested_at }) => tokyoDay(tested_at) <= today), [packages, today])
  const form = useFormDraft<Draft>(`test_results/of/${user_id}`, { test_package_id: past[0]?.id ?? null, day: today, rows: {} })
  const [q, setQ] = useState('')
  const [outcomes, setOutcomes] = useState<Outcomes>({})
  const [failed, setFailed] = useState<string>()
  const [add, { isLoading }] = useAddTestResultsMutation()
  const box = useRef<HTMLDivElement>(null)

  const draft = form.value
  const rows = useRef(draft.rows)
  rows.current = draft.rows
  const put = useRef(form.put)
  put.current = form.put
  const rangeOf = useMemo(() => new Map(ranges.map((range) => [range.category_id, range])), [ranges])
  const matches = useMemo(() => categoryMatcher(q), [q])
  const groups = useMemo(() => [...Map.groupBy(q.trim() ? categories.filter(matches) : categories, ({ group }) => group)], [categories, q, matches])
  const key = draft.test_package_id === null ? `d${draft.day}` : `p${draft.test_package_id}`
  const held = useMemo(
    () => new Map(grid.groups.flatMap((group) => group.rows.flatMap((row) => (row.cells.has(key) ? [[row.category.id, row.cells.get(key)!] as const] : [])))),
    [grid, key],
  )
  const filled = categories.filter(({ id }) => parseValue(draft.rows[id]?.text ?? '') !== undefined)

  const onType = useCallback((id: number, change: Partial<Typed>) => {
    put.current({ rows: { ...rows.current, [id]: { ...(rows.current[id] ?? nothing), ...change } } })
    setOutcomes(({ [id]: _, ...rest }) => rest)
  }, [])
  const onStep = useCallback((from: HTMLInputElement, by: 1 | -1) => {
    const all = fieldsIn(box.current)
    const next = all[all.indexOf(from) + by]
    if (!next) return toSearch(box.current)
    next.focus()
    next.select()
    next.scrollIntoView({ block: 'nearest' })
  }, [])

  // Deferred until the key event is over: otherwise Enter would submit the form from the newly focused field.
  const toFirst = () => setTimeout(() => fieldsIn(box.current)[0]?.focus())
  useEffect(() => {
    // Only with a hardware keyboard; an on-screen keyboard would cover the list.
    if (matchMedia('(hover: hover)').matches) toSearch(box.current)
  }, [])

  const leave = () => {
    form.forget()
    onClose()
  }
  const save = async () => {
    if (isLoading || document.activeElement?.matches('input[type="search"]')) return
    setFailed(undefined)
    if (filled.length === 0) return setFailed(t('results:entry.nothing'))
    if (draft.test_package_id === null && !draft.day) return setFailed(t('results:entry.needDay'))
    const wrong = filled.find((category) => isWrong(judgementOf(category, rangeOf.get(category.id), draft.rows[category.id]!)))
    if (wrong) {
      setQ('')
      setFailed(t('results:entry.check'))
      // the search may have hidden it
      setTimeout(() =>
        fieldsIn(box.current)
          .find((field) => field.dataset.entry === String(wrong.id))
          ?.focus(),
      )
      return
    }
    const found = packages.find(({ id }) => id === draft.test_package_id)
    const at = found?.tested_at ?? tokyoStartOfDay(draft.day!).toISOString()
    const { data, error } = await add({
      user_id,
      ...(found && { test_package_id: found.id }),
      results: filled.map(({ id }) => {
        const { text, unit, confirmed } = draft.rows[id]!
        return {
          category_id: id,
          value: parseValue(text)!,
          ...(unit && { unit }),
          recorded_at: held.get(id)?.recorded_at ?? at,
          ...(confirmed && { confirmed }),
        }
      }),
    })
    if (!data) return setFailed(`${t('results:entry.failed')} ${error && 'error' in error ? error.error : ''}`)
    const refused = data.items.filter(({ outcome }) => outcome === 'refused')
    const done = data.items.length - refused.length
    if (refused.length === 0) {
      toast.success(t('results:entry.saved', { count: done }))
      return leave()
    }
    const left = new Set(refused.map(({ index }) => filled[index]!.id))
    form.put({ rows: Object.fromEntries(Object.entries(draft.rows).filter(([id]) => left.has(Number(id)))) })
    setOutcomes(
      Object.fromEntries(
        data.items.map(({ index, outcome, message }) => [
          filled[index]!.id,
          outcome === 'refused'
            ? { word: message ?? t('results:entry.check'), refused: true }
            : { word: t(`results:entry.outcome.${outcome}`), refused: false },
        ]),
      ),
    )
    setFailed(t('results:entry.partly', { done, left: refused.length }))
  }
  return (
    <Dialog
      title={t('results:entry.title')}
      width={1000}
      flush
      unsaved={filled.length > 0}
      onClose={leave}
      onSubmit={() => void save()}
      footer={(close) => (
        <>
          <p role="status" className={classes.count}>
            {filled.length ? t('results:entry.count', { count: filled.length }) : t('results:entry.hint')}
          </p>
          <SubmitButtons label={t('results:entry.save')} isBusy={isLoading} onCancel={close} />
        </>
      )}
    >
      <div ref={box} className={classes.box}>
        <div className={classes.top}>
          <label className={classes.select}>
            <span>{t('results:entry.checkup')}</span>
            <select
              value={draft.test_package_id ?? ''}
              onChange={(event) => form.put({ test_package_id: event.currentTarget.value ? Number(event.currentTarget.value) : null })}
            >
              {past.map(({ id, tested_at, kind, location }) => (
                <option key={id} value={id}>
                  {showDay(tokyoDay(tested_at))} {t(`results:kind.${kind}`)} {location}
                </option>
              ))}
              <option value="">{t('results:entry.noCheckup')}</option>
            </select>
          </label>
          {draft.test_package_id === null ? (
            <div className={classes.day}>
              <DatePicker label={t('results:entry.day')} value={draft.day} max={today} onChange={(day) => form.put({ day })} required />
            </div>
          ) : null}
          <div className={classes.search}>
            <SearchInput label={t('results:entry.search')} value={q} onChange={setQ} onEnter={toFirst} />
          </div>
        </div>
        {failed === undefined ? null : (
          <div role="alert" className={classes.failed}>
            <FieldMessage id="entry-failed">{failed}</FieldMessage>
          </div>
        )}
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('results:grid.item')}</th>
              <th scope="col">{t('results:grid.range')}</th>
              <th scope="col">{t('results:entry.value')}</th>
              <th scope="col">{t('results:entry.judgement')}</th>
            </tr>
          </thead>
          {groups.map(([group, own]) => (
            <tbody key={group}>
              <tr className={classes.group}>
                <th scope="rowgroup" colSpan={4}>
                  {groupWord(t, group)}
                </th>
              </tr>
              {own.map((category) => (
                <EntryRow
                  key={category.id}
                  category={category}
                  range={rangeOf.get(category.id)}
                  typed={draft.rows[category.id] ?? nothing}
                  held={held.get(category.id)?.value}
                  outcome={outcomes[category.id]}
                  onType={onType}
                  onStep={onStep}
                />
              ))}
            </tbody>
          ))}
        </table>
        {groups.length === 0 ? <p className={classes.none}>{t('results:entry.none')}</p> : null}
      </div>
    </Dialog>
  )
}
