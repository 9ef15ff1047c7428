import { tokyoDay } from '@sukoyaka/rules/time'
import { IconTableImport } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { Select } from '../../../ui/choice/Select.tsx'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { showDay } from '../../../ui/date/day.ts'
import { SearchInput } from '../../../ui/form/SearchInput.tsx'
import { Badge } from '../../../ui/status/Badge.tsx'
import classes from './EntryHead.module.css'
import type { Entry } from './use-entry.ts'

export type ListView = 'tests' | 'all' | 'missing'
type List = {
  q: string
  setQ: (q: string) => void
  view: ListView
  setView: (view: ListView) => void
  counts: { tests: number | undefined; all: number; missing: number }
}

export function EntryHead({ entry, list, onEnter, onPaste }: { entry: Entry; list: List; onEnter: () => void; onPaste: () => void }) {
  const { t } = useTranslation('results')
  const id = useId()
  const { draft, put, past } = entry
  const { counts } = list
  const views: { value: ListView; label: string }[] = [
    ...(counts.tests === undefined ? [] : [{ value: 'tests' as const, label: t('entry.view.tests', { count: counts.tests }) }]),
    { value: 'all', label: t('entry.view.all', { count: counts.all }) },
    { value: 'missing', label: t('entry.view.missing', { count: counts.missing }) },
  ]
  const chosen = past.find(({ id }) => id === draft.test_package_id)
  return (
    <div className={classes.head}>
      <h2 className={classes.title}>{t('entry.title')}</h2>
      <label className={classes.select} htmlFor={id}>
        <span>{t('entry.checkup')}</span>
        <Select
          bare
          id={id}
          value={draft.test_package_id ?? ''}
          onChange={(event) => put({ test_package_id: event.currentTarget.value ? Number(event.currentTarget.value) : null })}
        >
          {past.map(({ id, tested_at, kind, location }) => (
            <option key={id} value={id}>
              {showDay(tokyoDay(tested_at))} {t(`kind.${kind}`)} {location}
            </option>
          ))}
          <option value="">{t('entry.noCheckup')}</option>
        </Select>
      </label>
      {draft.test_package_id === null ? (
        <div className={classes.day}>
          <DatePicker label={t('entry.day')} value={draft.day} max={tokyoDay(new Date())} onChange={(day) => put({ day })} required />
        </div>
      ) : null}
      {chosen ? <Badge>{t(chosen.released_at ? 'entry.released' : 'entry.unreleased')}</Badge> : null}
      <span className={classes.grow} />
      <div className={classes.search}>
        <SearchInput label={t('entry.search')} value={list.q} onChange={list.setQ} onEnter={onEnter} />
      </div>
      <div className={classes.view}>
        <Segmented label={t('entry.view')} value={list.view} onChange={list.setView} options={views} />
      </div>
      <Button className={classes.paste} icon={<IconTableImport aria-hidden />} onClick={onPaste}>
        {t('paste.title')}
      </Button>
    </div>
  )
}
