import { tokyoDay } from '@sukoyaka/rules/time'
import { useTranslation } from 'react-i18next'
import { showDay } from '../../../ui/date/day.ts'
import { groupWord } from '../grid/group-words.ts'
import { EntryRow } from './EntryRow.tsx'
import classes from './EntryTable.module.css'
import type { Entry, Item } from './use-entry.ts'
import type { Step } from './use-entry-focus.ts'

type Props = {
  entry: Entry
  groups: readonly (readonly [string, readonly Item[]])[]
  onStep: Step
  /** Gets the pasted text if several cells were pasted into one field. */
  onPaste: (text: string) => void
}

export function EntryTable({ entry, groups, onStep, onPaste }: Props) {
  const { t } = useTranslation('results')
  const { draft, past, rows, refused, onType, onRestore } = entry
  const chosen = past.find(({ id }) => id === draft.test_package_id)
  const day = chosen ? tokyoDay(chosen.tested_at) : draft.day
  return (
    <table
      className={classes.table}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain')
        if (!/\t|\n./.test(text.trim())) return
        event.preventDefault()
        onPaste(text)
      }}
    >
      <thead>
        <tr>
          <th scope="col">{t('grid.item')}</th>
          <th scope="col" className={classes.previous}>
            {t('entry.previous')}
          </th>
          <th scope="col">
            {t('entry.now')} {day ? <b>{showDay(day)}</b> : null}
          </th>
          <th scope="col">{t('entry.judgement')}</th>
          <th scope="col">
            {t('grid.range')} <small>{t('entry.tick')}</small>
          </th>
        </tr>
      </thead>
      {groups.map(([group, items]) => (
        <tbody key={group} id={`entry-group-${group}`}>
          <tr className={classes.group}>
            <th scope="rowgroup" colSpan={5}>
              {groupWord(t, group)}
            </th>
          </tr>
          {items.map((item) => (
            <EntryRow
              key={item.category.id}
              {...item}
              input={rows[item.category.id]}
              refusal={refused[item.category.id]}
              onType={onType}
              onRestore={onRestore}
              onStep={onStep}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}
