import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { useChangeResultsImportMutation } from './api.ts'
import classes from './Detail.module.css'
import { hasStopped, isBusy } from './words.ts'

const settingsOf = ({ name, facility, tested_on }: ResultsImport) => ({ name, facility, tested_on })

/** The form of the settings. `save` sends changed settings, and resolves to false if they are invalid or could not be saved. */
export const useSettings = (resultsImport: ResultsImport) => {
  const { t } = useTranslation('results_import')
  const [change] = useChangeResultsImportMutation()
  const box = useRef<HTMLDivElement>(null)
  const { id, updated_at } = resultsImport
  const initial = settingsOf(resultsImport)
  const send = ({ name, facility, tested_on }: typeof initial, updated_at: string | undefined) =>
    change({ id, updated_at, name: name.trim() || resultsImport.name, facility: facility.trim(), tested_on })
  const form = useForm(`results_imports/${id}/settings`, initial, {
    version: updated_at,
    send,
    messages: { done: t('settings.saved'), failed: t('settings.failed') },
    saved: (data) => ({ values: settingsOf(data), version: data.updated_at }),
  })
  const save = async () => form.validate(box.current ?? undefined) && (!form.dialogProps.unsaved || Boolean((await form.sendWith(send)).data))
  return {
    ...{ form, box, save },
    // an import that was undone is checked again, also with the same settings
    isUndone: resultsImport.state === 'undone',
    // each progress of the server is a new version
    isChecking: isBusy(resultsImport) && !hasStopped(resultsImport),
  }
}

/** Facility and name of the imported checkups, and the date for rows without one. */
export function SettingsCard({ settings: { form, box, isUndone, isChecking } }: { settings: ReturnType<typeof useSettings> }) {
  const { t } = useTranslation('results_import')
  return (
    <Card title={t('settings.title')}>
      <div ref={box}>
        <Form className={classes.settings} onSubmit={form.submit}>
          <TextInput label={t('settings.name')} maxLength={200} {...form.field('name')} />
          <TextInput label={t('settings.facility')} maxLength={200} {...form.field('facility')} />
          <DatePicker label={t('settings.day')} hint={t('settings.dayHint')} {...form.field('tested_on')} />
          <Button type="submit" loading={form.isSending} disabled={isChecking || (!form.dialogProps.unsaved && !isUndone)}>
            {t(isUndone ? 'rows.again' : 'settings.save')}
          </Button>
        </Form>
      </div>
      <FormFailure form={form} />
    </Card>
  )
}
