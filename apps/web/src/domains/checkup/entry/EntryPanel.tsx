import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { groupWord } from '../grid/group-words.ts'
import { categoryMatcher } from '../grid/search.ts'
import { EntryFooter } from './EntryFooter.tsx'
import { EntryHead, type ListView } from './EntryHead.tsx'
import classes from './EntryPanel.module.css'
import { EntryTable } from './EntryTable.tsx'
import { itemsOfTests } from './items.ts'
import { PasteDialog } from './PasteDialog.tsx'
import { type Entry, type EntryProps, type Item, useEntry } from './use-entry.ts'
import { useEntryFocus } from './use-entry-focus.ts'

const useShownItems = (entry: Entry, { packages, testCategories }: EntryProps) => {
  const { items, draft } = entry
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<ListView>()
  const expected = useMemo(() => {
    const testPackage = packages.find(({ id }) => id === draft.test_package_id)
    return testPackage && itemsOfTests(testPackage, testCategories)
  }, [packages, testCategories, draft.test_package_id])
  const view = chosen === 'tests' && !expected ? 'all' : (chosen ?? (expected ? 'tests' : 'all'))
  const ofTests = useMemo(() => (expected ? items.filter(({ category, stored }) => stored || expected.has(category.name)) : items), [items, expected])
  const missing = useMemo(() => ofTests.filter(({ stored }) => !stored), [ofTests])
  const matches = useMemo(() => categoryMatcher(q), [q])
  const shown = useMemo(
    () => (q.trim() ? items.filter(({ category }) => matches(category)) : { tests: ofTests, all: items, missing }[view]),
    [q, items, matches, ofTests, missing, view],
  )
  const showAll = () => {
    setQ('')
    setChosen('all')
  }
  const counts = { tests: expected ? ofTests.length : undefined, all: items.length, missing: missing.length }
  return { q, setQ, view, setView: setChosen, shown, showAll, counts, missing }
}

/** Entry of the results of a checkup or a day: registered values as text, fields for what is missing. */
export function EntryPanel(props: EntryProps) {
  const { t } = useTranslation('results')
  const focus = useEntryFocus()
  const [pasted, setPasted] = useState<string>()
  const toItem = (category_id: number) => {
    if (!list.shown.some(({ category }) => category.id === category_id)) list.showAll()
    focus.toItem(category_id)
  }
  const entry = useEntry(props, (id) => toItem(id))
  const list = useShownItems(entry, props)
  const groups = useMemo(() => [...Map.groupBy(list.shown, ({ category }) => category.group)], [list.shown])
  return (
    <>
      <Form onSubmit={entry.save} className={classes.panel}>
        <div className={classes.scroller}>
          <EntryHead entry={entry} list={list} onEnter={focus.toFirst} onPaste={() => setPasted('')} />
          {entry.failure === undefined ? null : (
            <div role="alert" className={classes.failure}>
              <FieldMessage id="entry-failure">{entry.failure}</FieldMessage>
            </div>
          )}
          <div className={classes.body}>
            <GroupIndex groups={groups} entry={entry} />
            <div ref={focus.box} className={classes.sheet}>
              <EntryTable entry={entry} groups={groups} onStep={focus.step} onPaste={setPasted} />
              {groups.length === 0 ? <p className={classes.none}>{t('entry.none')}</p> : null}
            </div>
          </div>
        </div>
        <EntryFooter entry={entry} missing={list.missing} onShow={toItem} />
      </Form>
      {pasted === undefined ? null : (
        <PasteDialog first={pasted} entry={entry} onClose={() => setPasted(undefined)} onShow={(ids) => ids[0] !== undefined && toItem(ids[0])} />
      )}
    </>
  )
}

function GroupIndex({ groups, entry }: { groups: readonly (readonly [string, readonly Item[]])[]; entry: Entry }) {
  const { t } = useTranslation('results')
  const filled = (items: readonly Item[]) =>
    items.filter(({ stored, category }) => stored || entry.valid.some((item) => item.category.id === category.id)).length
  const hasError = (items: readonly Item[]) => items.some(({ category }) => entry.invalid.some((item) => item.category.id === category.id))
  return (
    <nav className={classes.index} aria-label={t('entry.groups')}>
      {groups.map(([group, items]) => (
        <button key={group} type="button" onClick={() => document.getElementById(`entry-group-${group}`)?.scrollIntoView({ block: 'start' })}>
          <span>{groupWord(t, group)}</span>
          {hasError(items) ? <span className={classes.wrong}>!</span> : null}
          <span className={classes.share}>
            {filled(items)}/{items.length}
          </span>
        </button>
      ))}
    </nav>
  )
}
