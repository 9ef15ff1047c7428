import type { ImportRow } from '@sukoyaka/wire/boards/import-row'
import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useFixImportRowMutation } from './api.ts'
import { lacksPatient } from './candidates/candidates.ts'
import classes from './Detail.module.css'
import { headerOf } from './words.ts'

const personFields = ['patient_id', 'name', 'kana', 'birthday', 'sex'] as const

const noChanges: Readonly<Record<string, string>> = {}

/** Form to correct the cells of a row that need attention. It is mounted again when the rows are judged again or others correct the row. */
export function FixForm({ resultsImport, row, onFixed }: { resultsImport: ResultsImport; row: ImportRow; onFixed: () => void }) {
  const { t } = useTranslation('results_import')
  const [fix] = useFixImportRowMutation()
  const changedIn = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).flatMap(([at, text]) => (text === (row.cells[Number(at)] ?? '') ? [] : [{ at: Number(at), text }]))
  const correct = (change: Partial<Parameters<typeof fix>[0]>) => fix({ id: resultsImport.id, line: row.line, ...change })
  const form = useForm(`import/${resultsImport.id}/${row.line}`, noChanges, {
    hasInput: (texts) => changedIn(texts).length > 0,
    send: (texts) => correct({ cells: changedIn(texts) }),
    messages: { failed: t('rows.fixFailed') },
    onSaved: ({ reasons }) => {
      if (reasons.length) return
      toast.success(t('rows.fixed'))
      onFixed()
    },
  })
  const send = (change: Parameters<typeof correct>[0]) => void form.sendWith(() => correct(change))

  const personAt = lacksPatient(row) ? personFields.flatMap((field) => resultsImport.mapping.find((column) => column.field === field)?.at ?? []) : []
  const shownColumns = [...new Set([...row.reasons.flatMap(({ at }) => at ?? []), ...personAt])].sort((a, b) => a - b)
  const isUnlikely = row.reasons.some(({ reason }) => reason === 'value_unlikely')

  const isChanged = changedIn(form.values).length > 0
  return (
    <Form className={classes.fix} onSubmit={(box) => isChanged && form.submit(box)}>
      <div className={classes.cells}>
        {shownColumns.map((at) => {
          const reasons = row.reasons.filter((reason) => reason.at === at)
          return (
            <TextInput
              key={at}
              className={classes.cell}
              label={headerOf(resultsImport.columns[at]!, at, t)}
              lang="ja"
              maxLength={1_000}
              autoComplete="off"
              {...form.field(String(at))}
              value={form.values[at] ?? row.cells[at] ?? ''}
              error={reasons.length ? reasons.map(({ reason }) => t(`reason.${reason}`)).join(t('file.and')) : undefined}
              hint={row.fixed.includes(at) ? t('rows.corrected') : undefined}
            />
          )
        })}
      </div>
      <div className={classes.actions}>
        {shownColumns.length ? (
          <Button type="submit" size="small" kind="soft" loading={form.isSending} disabled={!isChanged}>
            {t('rows.save')}
          </Button>
        ) : null}
        {row.reasons.some(({ reason }) => reason === 'package_released') ? (
          <Button size="small" onClick={() => send({})}>
            {t('rows.again')}
          </Button>
        ) : null}
        {isUnlikely ? (
          <Button size="small" onClick={() => send({ is_confirmed: true })}>
            {t('rows.confirm')}
          </Button>
        ) : null}
        {row.fixed.length ? (
          <Button size="small" kind="neutral" onClick={() => send({ cells: row.fixed.map((at) => ({ at, text: null })) })}>
            {t('rows.reset')}
          </Button>
        ) : null}
      </div>
      <FormFailure form={form} />
    </Form>
  )
}
