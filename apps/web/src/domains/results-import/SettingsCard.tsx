import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useChangeResultsImportMutation } from './api.ts'
import classes from './Detail.module.css'

/** Facility and name of the imported checkups, and the date for rows without one. */
export function SettingsCard({ resultsImport }: { resultsImport: ResultsImport }) {
  const { t } = useTranslation('results_import')
  const [change, { isLoading }] = useChangeResultsImportMutation()
  const [draft, setDraft] = useState({ name: resultsImport.name, facility: resultsImport.facility, tested_on: resultsImport.tested_on })
  const isSame = draft.name.trim() === resultsImport.name && draft.facility.trim() === resultsImport.facility && draft.tested_on === resultsImport.tested_on
  const save = async () => {
    const { error } = await change({ id: resultsImport.id, ...draft, name: draft.name.trim() || resultsImport.name, facility: draft.facility.trim() })
    if (error) toast.error(t('settings.failed'), { text: 'error' in error ? String(error.error) : undefined, onRetry: () => void save() })
    else toast.success(t('settings.saved'))
  }
  return (
    <Card title={t('settings.title')}>
      <form
        className={classes.settings}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isLoading) void save()
        }}
      >
        <TextInput
          label={t('settings.name')}
          value={draft.name}
          maxLength={200}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <TextInput
          label={t('settings.facility')}
          value={draft.facility}
          maxLength={200}
          onChange={(event) => setDraft({ ...draft, facility: event.currentTarget.value })}
        />
        <DatePicker
          label={t('settings.day')}
          hint={t('settings.dayHint')}
          value={draft.tested_on}
          onChange={(tested_on) => setDraft((before) => ({ ...before, tested_on }))}
        />
        <Button type="submit" loading={isLoading} disabled={isSame}>
          {t('settings.save')}
        </Button>
      </form>
    </Card>
  )
}
