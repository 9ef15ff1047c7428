import { tokyoDay } from '@sukoyaka/rules/time'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { showDay } from '../../../ui/date/day.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { SearchInput } from '../../../ui/form/SearchInput.tsx'
import { SubmitButtons } from '../../../ui/form/SubmitButtons.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import type { Category } from '../api.ts'
import { groupWord } from '../grid/group-words.ts'
import { categoryMatcher } from '../grid/search.ts'
import { emptyInput } from './draft.ts'
import classes from './EntryDialog.module.css'
import { EntryRow } from './EntryRow.tsx'
import { type Entry, type EntryProps, useEntry } from './use-entry.ts'

const fieldsIn = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLInputElement>('[data-entry]') ?? [])]
const focusSearch = (box: HTMLElement | null) => {
  const search = box?.querySelector<HTMLInputElement>('input[type="search"]')
  search?.focus()
  search?.select()
}

/** Moves focus between the search and the value fields inside `box`. */
const useEntryFocus = () => {
  const box = useRef<HTMLDivElement>(null)
  const step = useCallback((from: HTMLInputElement, by: 1 | -1) => {
    const all = fieldsIn(box.current)
    const next = all[all.indexOf(from) + by]
    if (!next) return focusSearch(box.current)
    next.focus()
    next.select()
    next.scrollIntoView({ block: 'nearest' })
  }, [])

  // Deferred until the key event is over: otherwise Enter would submit the form from the newly focused field.
  const toFirst = () => setTimeout(() => fieldsIn(box.current)[0]?.focus())
  // Deferred until the field is rendered, as the search may have hidden it.
  const toCategory = (category_id: number) =>
    setTimeout(() =>
      fieldsIn(box.current)
        .find((field) => field.dataset.entry === String(category_id))
        ?.focus(),
    )
  useEffect(() => {
    // Only with a hardware keyboard; an on-screen keyboard would cover the list.
    if (matchMedia('(hover: hover)').matches) focusSearch(box.current)
  }, [])
  return { box, step, toFirst, toCategory }
}

/** Bulk entry by keyboard: search, Enter, value, Enter. Values that failed to save stay in the form. */
export function EntryDialog(props: EntryProps) {
  const { t } = useTranslation(['results', 'common'])
  const { categories } = props
  const [q, setQ] = useState('')
  const focus = useEntryFocus()
  const entry = useEntry(props, (category_id) => {
    setQ('')
    focus.toCategory(category_id)
  })
  const { draft, filled, failure } = entry
  const matches = useMemo(() => categoryMatcher(q), [q])
  const groups = useMemo(() => [...Map.groupBy(q.trim() ? categories.filter(matches) : categories, ({ group }) => group)], [categories, q, matches])
  return (
    <Dialog
      title={t('results:entry.title')}
      width={1000}
      flush
      unsaved={filled.length > 0}
      onClose={entry.leave}
      onSubmit={entry.save}
      footer={(close) => (
        <>
          <p role="status" className={classes.count}>
            {filled.length ? t('results:entry.count', { count: filled.length }) : t('results:entry.hint')}
          </p>
          <SubmitButtons label={t('results:entry.save')} isBusy={entry.isLoading} onCancel={close} />
        </>
      )}
    >
      <div ref={focus.box} className={classes.box}>
        <div className={classes.top}>
          <CheckupField entry={entry} />
          {draft.test_package_id === null ? (
            <div className={classes.day}>
              <DatePicker label={t('results:entry.day')} value={draft.day} max={tokyoDay(new Date())} onChange={(day) => entry.put({ day })} required />
            </div>
          ) : null}
          <div className={classes.search}>
            <SearchInput label={t('results:entry.search')} value={q} onChange={setQ} onEnter={focus.toFirst} />
          </div>
        </div>
        {failure === undefined ? null : (
          <div role="alert" className={classes.failed}>
            <FieldMessage id="entry-failed">{failure}</FieldMessage>
          </div>
        )}
        <EntryTable entry={entry} groups={groups} onStep={focus.step} />
        {groups.length === 0 ? <p className={classes.none}>{t('results:entry.none')}</p> : null}
      </div>
    </Dialog>
  )
}

function CheckupField({ entry: { past, draft, put } }: { entry: Entry }) {
  const { t } = useTranslation('results')
  return (
    <label className={classes.select}>
      <span>{t('entry.checkup')}</span>
      <select
        value={draft.test_package_id ?? ''}
        onChange={(event) => put({ test_package_id: event.currentTarget.value ? Number(event.currentTarget.value) : null })}
      >
        {past.map(({ id, tested_at, kind, location }) => (
          <option key={id} value={id}>
            {showDay(tokyoDay(tested_at))} {t(`kind.${kind}`)} {location}
          </option>
        ))}
        <option value="">{t('entry.noCheckup')}</option>
      </select>
    </label>
  )
}

type EntryTableProps = {
  entry: Entry
  groups: readonly (readonly [string, readonly Category[]])[]
  onStep: (from: HTMLInputElement, by: 1 | -1) => void
}

function EntryTable({ entry: { draft, rangeOf, stored, outcomes, onType }, groups, onStep }: EntryTableProps) {
  const { t } = useTranslation('results')
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('grid.item')}</th>
          <th scope="col">{t('grid.range')}</th>
          <th scope="col">{t('entry.value')}</th>
          <th scope="col">{t('entry.judgement')}</th>
        </tr>
      </thead>
      {groups.map(([group, categories]) => (
        <tbody key={group}>
          <tr className={classes.group}>
            <th scope="rowgroup" colSpan={4}>
              {groupWord(t, group)}
            </th>
          </tr>
          {categories.map((category) => (
            <EntryRow
              key={category.id}
              category={category}
              range={rangeOf.get(category.id)}
              input={draft.rows[category.id] ?? emptyInput}
              stored={stored.get(category.id)}
              outcome={outcomes[category.id]}
              onType={onType}
              onStep={onStep}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}
