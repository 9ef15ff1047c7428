import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
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

const settingsOf = ({ name, facility, tested_on }: ResultsImport) => ({ name, facility, tested_on })

/** Facility and name of the imported checkups, and the date for rows without one. */
export function SettingsCard({ resultsImport }: { resultsImport: ResultsImport }) {
  const { t } = useTranslation('results_import')
  const [change] = useChangeResultsImportMutation()
  const form = useForm(undefined, settingsOf(resultsImport), {
    send: ({ name, facility, tested_on }) => change({ id: resultsImport.id, name: name.trim() || resultsImport.name, facility: facility.trim(), tested_on }),
    messages: { done: t('settings.saved'), failed: t('settings.failed') },
    saved: (data) => ({ values: settingsOf(data) }),
  })
  return (
    <Card title={t('settings.title')}>
      <Form className={classes.settings} onSubmit={form.submit}>
        <TextInput label={t('settings.name')} maxLength={200} {...form.field('name')} />
        <TextInput label={t('settings.facility')} maxLength={200} {...form.field('facility')} />
        <DatePicker label={t('settings.day')} hint={t('settings.dayHint')} {...form.field('tested_on')} />
        <Button type="submit" loading={form.isSending} disabled={!form.dialogProps.unsaved}>
          {t('settings.save')}
        </Button>
      </Form>
      <FormFailure form={form} />
    </Card>
  )
}
